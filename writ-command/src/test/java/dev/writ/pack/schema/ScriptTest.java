// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.unwrap.AwkProgram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p",
        "1p",
        "$p",
        "1,5p",
        "1,+3p",
        "0~4p",
        "1,~4p",
        "/a/p",
        "/a/,/b/p",
        "/a/Ip",
        "2!p",
        "2 ! p",
        "1d;2d",
        "1d\n2d",
        "{p;p}",
        "{p}",
        "/a/{s/b/c/;p}",
        "s/a/b/",
        "s/a/b/gI2p",
        "s|a|b|",
        "s,a,b,;p",
        "s/a\\/b/c/",
        "s/[ab]/c/",
        "s/[^]]*]/c/",
        "s/[[:space:]]\\{1,\\}$//",
        "s/[\\/]/c/g",
        "y/ab/cd/",
        "=",
        "q",
        "q 5",
        "Q1",
        "b",
        "b end",
        "b the_end_2",
        ":a;s/x/y/;ta",
        "t",
        "T x",
        "a text",
        "a\\ text",
        "i w file",
        "c e",
        "n;d",
        "l",
        "z",
        "F",
        "$!N",
        "1~2p",
        " p ; p "
      })
  void sedMayPrintAndSubstitute(String script) {
    assertThat(SedScript.isHarmless(script)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "w f",
        "1w f",
        "W f",
        "r f",
        "R f",
        "e",
        "1e",
        "e id",
        "s/a/b/w f",
        "s/a/b/e",
        "s/a/b/gew",
        "s/a/b/;e",
        "s/a",
        "s/a/b",
        "s",
        "sxaxbx",
        "s a b ",
        "s;a;b;",
        "s\na\nb\n",
        "s\\a\\b\\",
        "s/a\nb/c/",
        "s/[/]/x/",
        "/[/]/e",
        "/a",
        "/a/,/b",
        "\\,a,p",
        "a x\ne id",
        "a\\",
        "y/a/b",
        "y/a/b/w",
        "y/a\nb/cde/",
        "y/a\\/b/c",
        "p e",
        "pw",
        "dw",
        "{e}",
        "p}e",
        "qe",
        "q1e",
        "bw;e",
        "b{e",
        "v",
        "M",
        "!",
        "1,",
        "1,2",
        "\\",
        "s/a/b/\\",
        "sέaέbέ",
        "p w",
        "=w",
        "y/[/]/e",
        "1,/a"
      })
  void sedMayNothingElse(String script) {
    assertThat(SedScript.isHarmless(script)).isFalse();
  }

  /// Implementations read a delimiter or a bracket in brackets in several ways.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "s/[]/]/;s/e;#/x/",
        "s/[^]/]/;s/e;#/x/",
        "s/[\\]/]/;s/e;#/x/",
        "s/[[:a/]]/x/",
        "s/[][/]/x/",
        "/[a"
      })
  void bracketsHideNothing(String script) {
    assertThat(SedScript.isHarmless(script)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "{print}",
        "{print $1, $2}",
        "NR==1",
        "$3>10",
        "$3 >= 10 || $1 == 2",
        "/a/",
        "/a|b/{print}",
        "!/a/",
        "$1 ~ /x>y/",
        "{print \"a > b | c\"}",
        "{print \"\\\"\"}",
        "BEGIN{x=1/2} {y=x/3}",
        "{a[$1]/2}",
        "{print /x/}",
        "{x = $1 / $2; print x}",
        "{print $1\n}\n$2>3",
        "{if ($1 > 2) print $1}",
        "function f(a) {return /x/}",
        "{print 1.5/2}",
        "/system/ {print \"@\"}",
        "/TARGET/",
        "{print ($1 + 1) / 2, length($0)/3}",
        "{if (($1 + 2) / 2 > 1) print}",
        "/[^]]/",
        "{print\n}\n$2 > 3",
        "{printf \"%s\\n\", $1} $1>2"
      })
  void awkMayComputeAndPrint(String program) {
    assertThat(AwkProgram.extent(program)).isEqualTo(AwkProgram.EffectBound.PRINTS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{system(\"x\")}",
        "{print > \"f\"}",
        "{print $1 >> \"f\"}",
        "{printf \"x\" > \"f\"}",
        "{print | \"sh\"}",
        "{\"x\" | getline}",
        "{getline < \"f\"}",
        "@include \"x\"",
        "{@f()}",
        "BEGIN{ARGV[1]=1}",
        "BEGIN{ARGC=2}",
        "SYMTAB[\"x\"]",
        "PROCINFO[1]",
        "FUNCTAB",
        "\"a",
        "/a",
        "/a\nb/",
        "\"a\nb\"",
        "{print |& \"sh\"}",
        "{if (1) /2/ \"a/}",
        "{while(x)/2}",
        "1)/2/",
        "/[/]/",
        "{print \"a\\\"} > \"f\"",
        "# x",
        "'x'",
        "`x`",
        "\\",
        "é>1",
        "€",
        "|",
        "\"a\\",
        "\r",
        "/[]/\"]/{print 1 | \"sh\"} /\"/",
        "{y = x++ / 2; print 1 | \"sh\"; z = 1 / 2}",
        "{print(1,\n2) > \"f\"}",
        "{print \"system (1)\"}",
        "{print;x=1|\"sh\"}",
        "{print(1)\n;x|\"sh\"}"
      })
  void awkMayNothingElse(String program) {
    assertThat(AwkProgram.extent(program) == AwkProgram.EffectBound.PRINTS)
        .isEqualTo(program.startsWith("é"));
  }
}
