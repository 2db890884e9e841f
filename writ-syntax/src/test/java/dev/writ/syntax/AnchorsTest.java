// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnchorsTest {
  private static final SyntaxService SYNTAX = new SyntaxService(Parsers.command());

  private static final Pattern MARK = Pattern.compile(" +(?://|#)@ (\\S+)$");

  @AfterAll
  static void close() {
    SYNTAX.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "A.java|class A { int f; A() {} void m() { class L {} } class B { void k() {} } }|A A#f A#A A#m A.B A.B#k",
        "E.java|enum E { ONE; void m() {} } record R(int a) {} interface I { void k(); }|E E#ONE E#m R I I#k",
        "a.py|class A:\\n  def f(self): pass\\ndef g():\\n  def h(): pass\\n|A A#f g",
        "a.ts|export class A { x = 1; f() {} } const g = () => 1; function h() {} interface I { k(): void }|A A#x A#f g h I I#k",
        "a.js|class A { x = 1; f() {} } const g = () => 1;|A A#x A#f g",
        "a.go|package a\\ntype S struct { A int }\\nfunc (s *S) M() {}\\nfunc f() {}\\nconst C = 1\\n|S S#A S#M f C",
        "a.rs|struct S { a: i32 } impl S { fn f() {} } fn g() {} mod m { fn k() {} }|S S#a S S#f g m m#k",
        "a.c|struct s { int a; }; static int *f(void) { return 0; }|s s#a f",
        "a.cpp|namespace n { class K { int m(int q); }; } int K::m(int q) { return q; }|n n.K n.K#m K#m",
        "a.swift|class A { func f() {} } func g() {}|A A#f g",
      })
  void declarationsHaveTheirAnchors(String file, String text, String anchors) {
    assertThat(SYNTAX.declarations(file, FileContent.of(text.replace("\\n", "\n"))))
        .extracting(DeclaredItem::anchor)
        .containsExactly(anchors.split(" ", -1));
  }

  /// A file of each language in which some lines say, after an `@` in a comment, which declaration
  /// is changed with them.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java", "py", "ts", "tsx", "js", "go", "rs", "c", "cpp", "swift", "cs", "kt", "rb", "php"
      })
  void eachLineBelongsToItsDeclaration(String extension) throws IOException {
    List<String> lines = new ArrayList<>();
    Map<Integer, String> wanted = new LinkedHashMap<>();
    for (String line : table(extension).lines().toList()) {
      Matcher mark = MARK.matcher(line);
      if (mark.find()) {
        wanted.put(lines.size(), mark.group(1));
      }
      lines.add(mark.replaceFirst(""));
    }
    assertThat(wanted).isNotEmpty();
    Map<Integer, String> found = new LinkedHashMap<>();
    for (int line : wanted.keySet()) {
      List<String> changed = new ArrayList<>(lines);
      changed.set(line, lines.get(line) + " ");
      FileChange change =
          change("a." + extension, String.join("\n", lines), String.join("\n", changed));
      found.put(line, String.join(" ", SYNTAX.anchors(change)));
    }
    assertThat(found).isEqualTo(wanted);
  }

  private static FileChange change(String name, String before, String after) {
    return new FileChange(
        WorkspacePath.of(name),
        new FileState.Present(FileContent.of(before)),
        new FileState.Present(FileContent.of(after)));
  }

  private static String table(String extension) throws IOException {
    try (InputStream in = AnchorsTest.class.getResourceAsStream("anchors." + extension + ".txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void changedLinesBelongToTheInnermostDeclaration() {
    String before =
        """
        class A {
          int f() {
            return 1;
          }
          int g() {
            return 2;
          }
          int gone() {
            return 3;
          }
        }
        """;
    String after =
        before
            .replace("return 1", "return 4")
            .replace("  int gone() {\n    return 3;\n  }\n", "")
            .replace("}\n}\n", "}\n  int born() {\n    return 5;\n  }\n}\n");
    assertThat(SYNTAX.anchors(change("A.java", before, after)))
        .containsExactlyInAnyOrder("A#f", "A#gone", "A#born");
  }

  @Test
  void linesAreThoseOfTheFile() {
    assertThat(SYNTAX.declarations("A.java", FileContent.of("\nclass A {\n  void f() {\n  }\n}\n")))
        .containsExactly(
            new DeclaredItem("A", "class_declaration", 2, 5),
            new DeclaredItem("A#f", "method_declaration", 3, 4));
    assertThat(SYNTAX.declarations("a.unknown", FileContent.of("class A {}"))).isEqualTo(List.of());
  }
}
