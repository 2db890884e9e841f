// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.MutationClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Texts that nobody would write, and parsers that misbehave: there is always an answer, and soon.
final class BadInputTest {
  private static final SyntaxService SYNTAX = new SyntaxService(Parsers.command());

  private static final List<String> EXTENSIONS =
      List.of(
          "java", "py", "ts", "tsx", "js", "go", "rs", "c", "cpp", "swift", "cs", "kt", "rb",
          "php");

  @TempDir Path directory;

  @AfterAll
  static void close() {
    SYNTAX.close();
  }

  private static FileChange change(String name, byte[] before, byte[] after) {
    return new FileChange(
        WorkspacePath.of(name),
        new FileState.Present(FileContent.of(before)),
        new FileState.Present(FileContent.of(after)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static MutationClass classOf(String name, byte[] before, byte[] after) {
    return SYNTAX.classOf(List.of(change(name, before, after)));
  }

  /// Random bytes and torn and crossed real texts, through every grammar; the process survives.
  @Test
  void randomTextsAreAnswered() throws IOException {
    Random random = new Random(7);
    for (String extension : EXTENSIONS) {
      byte[] real = table(extension);
      for (int i = 0; i < 60; i++) {
        byte[] text = i % 3 == 0 ? noise(random, random.nextInt(2000)) : torn(random, real);
        FileContent content = FileContent.of(text);
        assertThat(SYNTAX.declarations("a." + extension, content)).isNotNull();
        byte[] other = text.clone();
        if (other.length > 0) {
          other[random.nextInt(other.length)] = ' ';
        }
        assertThat(classOf("a." + extension, text, other)).isNotNull();
      }
    }
    assertThat(SYNTAX.declarations("A.java", FileContent.of("class A { void f() {} }")))
        .extracting(DeclaredItem::anchor)
        .as("the parser is there as before")
        .containsExactly("A", "A#f");
  }

  private static byte[] noise(Random random, int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] torn(Random random, byte[] real) {
    int from = random.nextInt(real.length);
    byte[] text =
        Arrays.copyOfRange(real, from, Math.min(real.length, from + random.nextInt(3000)));
    for (int i = 0; i < 5 && text.length > 0; i++) {
      text[random.nextInt(text.length)] =
          (byte) "{}()[]<>\"'`\\/\n#$\0é".charAt(random.nextInt(18));
    }
    return text;
  }

  private static byte[] table(String extension) throws IOException {
    try (var in = BadInputTest.class.getResourceAsStream("cases." + extension + ".txt")) {
      return in == null ? bytes("class A { def f() { return 1 } }") : in.readAllBytes();
    }
  }

  @Test
  void deepNestingIsNoTrouble() {
    for (String extension : EXTENSIONS) {
      for (String pair : List.of("()", "{}", "[]", "<>")) {
        int depth = pair.equals("()") ? 10_000 : 1_000; // most grammars take the others for errors
        String text = pair.substring(0, 1).repeat(depth) + pair.substring(1).repeat(depth);
        assertThat(classOf("a." + extension, bytes(text), bytes(text + " "))).isNotNull();
      }
      String classes = "class A {\n".repeat(1000) + "}\n".repeat(1000);
      assertThat(classOf("a." + extension, bytes(classes), bytes(classes + "\n"))).isNotNull();
    }
  }

  /// Nothing is looked at again for each of many parts.
  @Test
  void longChainsAreNoTrouble() {
    String parts = "\"a\" + ".repeat(10_000) + "\"a\"";
    assertThat(
            classOf(
                "A.java",
                bytes("class A { String a = " + parts + "; }"),
                bytes("class A { String b = " + parts + "; }")))
        .isNotNull();
    String row = "x = (" + "\"a\" ".repeat(20_000) + ")\n";
    assertThat(classOf("a.py", bytes(row), bytes(row + "\n"))).isNotNull();
    String brackets = "const a = " + "(".repeat(10_000) + "1" + ")".repeat(10_000) + ";";
    assertThat(classOf("a.js", bytes(brackets), bytes(brackets + "\n"))).isNotNull();
    StringBuilder types = new StringBuilder();
    StringBuilder patterns = new StringBuilder("function f(");
    for (int i = 0; i < 1000; i++) {
      types
          .append("class A")
          .append(i + 1)
          .append(" extends A")
          .append(i)
          .append(" { void f() {} }\n");
      patterns.append("[a").append(i).append(", ");
    }
    patterns.append("b").append("]".repeat(1000)).append(") {}");
    String text = types.toString();
    assertThat(classOf("A.java", bytes(text), bytes(text.replace("f()", "g()")))).isNotNull();
    text = patterns.toString();
    assertThat(classOf("a.js", bytes(text), bytes(text + "\n"))).isNotNull();
  }

  @Test
  void largeAndOddFilesDoWithoutATree() {
    byte[] line = bytes("int a = 1; ".repeat(500_000));
    assertThat(line).hasSizeGreaterThan(5_000_000);
    assertThat(classOf("A.java", line, line)).isEqualTo(MutationClass.AST_REFACTOR);
    byte[] other = line.clone();
    other[8] = '2';
    assertThat(classOf("A.java", line, other)).isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(SYNTAX.anchors(change("A.java", line, other))).isEmpty();
    assertThat(classOf("A.java", bytes("a\0b"), bytes("a\0 b")))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf("noextension", bytes("a b"), bytes("a  b")))
        .isEqualTo(MutationClass.AST_REFACTOR);
    assertThat(classOf("noextension", bytes("a b"), bytes("ab")))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf("a.py", bytes("class A { int f() { return 1; } }"), bytes("class A {}")))
        .as("another language than the name says")
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    byte[] latin = {'c', 'l', 'a', 's', 's', ' ', (byte) 0xE4, ' ', '{', '}'};
    byte[] spaced = {'c', 'l', 'a', 's', 's', ' ', (byte) 0xE4, '{', '}'};
    assertThat(classOf("A.java", latin, spaced)).isEqualTo(MutationClass.AST_REFACTOR);
  }

  /// A parser that dies, hangs, or lies costs a moment; then what needs no tree answers.
  @Test
  void aParserThatMisbehavesIsDoneWithout() throws IOException {
    byte[] before = bytes("def f(a):\n    return a\n");
    byte[] after = bytes("def f(b):\n    return b\n");
    Path lies = directory.resolve("lies");
    Files.write(lies, new byte[] {2, 1, 0, 0, 0, 0, 9, 9, 9, 9, 9});
    Path hangs = directory.resolve("hangs");
    Files.write(hangs, new byte[] {2});
    for (List<String> command :
        List.of(
            List.of("/bin/false"),
            List.of("/nowhere/at/all"),
            List.of("/bin/sleep", "60"),
            List.of("/bin/cat", lies.toString()),
            List.of("/bin/cat", hangs.toString(), "/dev/stdin"),
            List.of("/bin/cat", "/dev/zero"),
            List.of("/bin/cat", "/dev/urandom"))) {
      try (SyntaxService syntax = new SyntaxService(command, Duration.ofMillis(100))) {
        for (int i = 0; i < 5; i++) {
          assertThat(syntax.classOf(List.of(change("a.py", before, after))))
              .as(command.toString())
              .isEqualTo(MutationClass.INTENT_EVOLUTION);
        }
        assertThat(
                syntax.classOf(List.of(change("a.py", before, bytes("def f(a):  \n    return a")))))
            .isEqualTo(MutationClass.AST_REFACTOR);
      }
    }
  }

  /// What a busy machine delays is only the start: there are trees after it.
  @Test
  void aParserThatStartsSlowlyIsWaitedFor() {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "sleep 3.2; exec \"$@\"", "sh"));
    command.addAll(Parsers.command());
    try (SyntaxService syntax = new SyntaxService(command)) {
      assertThat(syntax.tags("a.py", FileContent.of("def f(a):\n    return a\n")).declarations())
          .isNotEmpty();
    }
  }

  @Test
  void filesOfOneRecordAreTakenTogether() {
    FileChange use =
        change("b.py", bytes("from a import f\nx = f(1)\n"), bytes("from a import g\nx = g(1)\n"));
    FileChange declaration =
        change("a.py", bytes("def f(a):\n    return a\n"), bytes("def g(a):\n    return a\n"));
    assertThat(SYNTAX.classOf(List.of(use))).isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(SYNTAX.classOf(List.of(use, declaration))).isEqualTo(MutationClass.AST_REFACTOR);
    FileState absent = new FileState.Absent();
    FileState text = new FileState.Present(FileContent.of("x = f(1)\n"));
    FileChange gone = new FileChange(WorkspacePath.of("c.py"), text, absent);
    FileChange there = new FileChange(WorkspacePath.of("d.py"), absent, text);
    assertThat(SYNTAX.classOf(List.of(gone, there))).isEqualTo(MutationClass.AST_REFACTOR);
    assertThat(SYNTAX.classOf(List.of(there))).isEqualTo(MutationClass.INTENT_EVOLUTION);
    FileChange from =
        change(
            "A.java", bytes("class A { } class B { int f() { return 1; } }"), bytes("class A { }"));
    FileChange to =
        new FileChange(
            WorkspacePath.of("B.java"),
            absent,
            new FileState.Present(FileContent.of("class B {\n  int f() { return 1; }\n}\n")));
    assertThat(SYNTAX.classOf(List.of(from, to))).isEqualTo(MutationClass.AST_REFACTOR);
  }
}
