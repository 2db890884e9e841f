// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.command.unwrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.ProgramInvocation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReadOnlyProgramsTest {
  /// Command lines with the operands that must lie inside the workspace.
  private static final String HARMLESS =
      """
      ls                                  |
      ls -la                              |
      ls -l -a src                        | src
      ls -laR src test                    | src test
      ls --all --sort=size .              | .
      ls -w 80 src                        | src
      ls -w80 src                         | src
      ls -I *.o src                       | src
      ls -- -l                            | -l
      ls src -l                           | src
      cat a.txt                           | a.txt
      cat -n a.txt b.txt                  | a.txt b.txt
      cat -nE a.txt                       | a.txt
      cat -- -rf                          | -rf
      cat /etc/passwd                     | /etc/passwd
      cat ../x                            | ../x
      head a.txt                          | a.txt
      head -5 a.txt                       | a.txt
      head -n 5 a.txt                     | a.txt
      head -n5 a.txt                      | a.txt
      head -qn5 a.txt                     | a.txt
      head --lines=5 a.txt                | a.txt
      head -c 100 a.txt                   | a.txt
      tail -n +5 a.txt                    | a.txt
      tail -20 a.txt                      | a.txt
      tail -n -f a.txt                    | a.txt
      grep foo a.txt                      | a.txt
      grep -rn foo src                    | src
      grep -e foo a.txt                   | a.txt
      grep -efoo a.txt                    | a.txt
      grep --regexp=foo a.txt             | a.txt
      grep -A 3 -B3 foo a.txt             | a.txt
      grep -ie foo a.txt                  | a.txt
      grep -- -e a.txt                    | a.txt
      grep foo -- -x                      | -x
      grep -5 foo a.txt                   | a.txt
      grep --include=*.java -r foo .      | .
      grep foo                            |
      grep -m 1 -c foo a.txt b.txt        | a.txt b.txt
      find                                |
      find .                              | .
      find src test -name *.java          | src test
      find . -type f -size +1k            | .
      find . ( -name a -o -name b ) -print | .
      find . ! -name a                    | .
      find -name -exec                    |
      find . -name -delete -print         | .
      find /etc -name passwd              | /etc
      find . -maxdepth 2 -ls              | .
      find -P -O3 a b -print              | a b
      find . -newer x                     | . x
      find . -samefile /etc/x             | . /etc/x
      find . -printf %p                   | .
      find . -regextype egrep -regex x    | .
      find . ( -name a , -name b )        | .
      find --help                         |
      ls --help                           |
      ls -Z --color=auto -k a             | a
      cat -                               | -
      cat a -                             | a -
      grep x -                            | -
      grep -                              |
      grep -5 x a                         | a
      grep -rn --include *.java x src     | src
      grep --regexp x a                   | a
      grep --color x a                    | a
      pwd -P                              |
      command -v git                      |
      echo                                |
      echo -n hello                       |
      echo -e $(id) ; rm -rf /            |
      echo --help                         |
      pwd                                 |
      true                                |
      false                               |
      which -a java                       |
      type cd                             |
      """;

  private static final List<String> NOT_GRANTED =
      List.of(
          "rm -rf /",
          "sh -c id",
          "bash",
          "env ls",
          "xargs rm",
          "awk {print}",
          "sed -n p a",
          "tee x",
          "cp a b",
          "mv a b",
          "dd if=a",
          "git status",
          "make",
          "python3 -c 1",
          "./ls",
          "/bin/ls",
          "../cat x",
          "LS",
          "ls ",
          "cat\n",
          "rg x",
          "less a",
          "more a",
          "man ls",
          "writ x",
          "find . -exec rm {} ;",
          "find . -exec rm {} +",
          "find . -execdir rm {} ;",
          "find . -ok rm {} ;",
          "find . -okdir rm {} ;",
          "find . -delete",
          "find . -fprint x",
          "find . -fprint0 x",
          "find . -fprintf x %p",
          "find . -fls x",
          "find -files0-from x",
          "find . -files0-from -",
          "find -L .",
          "find -H .",
          "find -D exec .",
          "find . -follow",
          "find . -name",
          "find . -newer",
          "find . -newer x -delete",
          "find -P . -exec x ;",
          "find . -name -exec -delete",
          "find . -regextype x -fprint y",
          "find . -newerXY x",
          "find -O . -print",
          "find . -del",
          "find . -exe rm",
          "find . -type f -delete",
          "find . ( -delete )",
          "find . -name a -delete",
          "find . ! -delete",
          "find . , -delete",
          "find - -delete",
          "find . -D",
          "find . -context x",
          "tail -f a",
          "tail -F a",
          "tail --follow a",
          "tail --follow=name a",
          "tail --retry a",
          "tail --fol a",
          "tail -5f a",
          "tail -qf a",
          "tail -fn5 a",
          "tail --pid=1 a",
          "tail -s 1 a",
          "tail --lin=5 a",
          "tail -n",
          "tail a -f",
          "head --x a",
          "cat --show-al a",
          "cat --number=1 a",
          "cat -n- a",
          "cat -5 a",
          "head -+5 a",
          "grep -f patterns a",
          "grep -fpatterns a",
          "grep --file=x a",
          "grep --fil=x a",
          "grep -rf x a",
          "grep -R x .",
          "grep --dereference-recursive x .",
          "grep -d recurse x .",
          "grep -D read x a",
          "grep --devices=read x a",
          "grep --exclude-from=x y a",
          "grep -e",
          "grep -A",
          "grep --includ=x y",
          "grep --colour=always x a",
          "grep --",
          "grep --regexp",
          "ls --ignore",
          "head --lines",
          "ls -L",
          "ls -H",
          "ls --dereference",
          "ls --hyperlink",
          "ls --dired",
          "ls --al",
          "ls --time-sty=x",
          "ls -w",
          "ls --zero",
          "pwd --help",
          "true --help",
          "which --skip-dot x",
          "which -s x",
          "type -a x");

  static Stream<List<String>> harmless() {
    return HARMLESS
        .lines()
        .map(line -> line.split("\\|", -1))
        .map(cells -> List.of(cells[0].strip(), cells[1].strip()));
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void whatOnlyReadsIsHarmless(List<String> row) {
    List<String> operands = row.get(1).isEmpty() ? List.of() : Arrays.asList(row.get(1).split(" "));

    assertThat(judged(row.getFirst())).isEqualTo(new ProgramInvocation.Harmless(operands));
  }

  static Stream<String> notGranted() {
    return NOT_GRANTED.stream().filter(line -> !line.equals("grep --"));
  }

  @ParameterizedTest
  @MethodSource("notGranted")
  void whatIsNotKnownToOnlyReadIsNotGranted(String line) {
    assertThat(judged(line)).isInstanceOf(ProgramInvocation.NotGranted.class);
  }

  /// Command lines, and what they become.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          grep -r x .                             | grep -r x . --exclude=.env --exclude=*.pem
          grep --recursive x .                    | grep --recursive x . --exclude=.env --exclude=*.pem
          grep -nr x .                            | grep -nr x . --exclude=.env --exclude=*.pem
          grep -r --include=* x .                 | grep -r --include=* x . --exclude=.env --exclude=*.pem
          grep -r x -- .                          | grep -r x --exclude=.env --exclude=*.pem -- .
          grep -r -- x .                          | grep -r --exclude=.env --exclude=*.pem -- x .
          grep -r x . --exclude=.env --exclude=*.pem | grep -r x . --exclude=.env --exclude=*.pem
          grep -r x . --exclude=*.pem             | grep -r x . --exclude=*.pem --exclude=.env --exclude=*.pem
          grep -r                                 | grep -r --exclude=.env --exclude=*.pem
          grep x a                                | grep x a
          grep -n for a                           | grep -n for a
          grep --regexp=r a                       | grep --regexp=r a
          grep x -- -r                            | grep x -- -r
          grep -rf x .                            | grep -rf x .
          ls -r .                                 | ls -r .
          """)
  void aSearchOfATreePassesOverSecrets(String line, String careful) {
    List<String> words = Arrays.asList(line.split(" "));
    List<String> expected = Arrays.asList(careful.split(" "));

    assertThat(
            ReadOnlyPrograms.withoutSecrets(
                words.getFirst(), words.subList(1, words.size()), List.of(".env", "*.pem")))
        .isEqualTo(expected.subList(1, expected.size()));
  }

  private static ProgramInvocation judged(String line) {
    List<String> words = Arrays.asList(line.split(" ", -1));
    if (line.equals("ls ")) {
      return ReadOnlyPrograms.judge("ls ", List.of());
    }
    return ReadOnlyPrograms.judge(words.getFirst(), words.subList(1, words.size()));
  }
}
