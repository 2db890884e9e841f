// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.LexicalSyntax;
import dev.writ.records.change.MutationClass;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Properties of the class over realistic files: what only gets other names everywhere is a
/// refactoring, and so is what only gets other blanks; one other literal, operator or keyword never
/// is.
final class MutationTest {
  private static final SyntaxService SYNTAX = new SyntaxService(Parsers.command());
  private static final int RENAMES = 25;
  private static final int MUTATIONS = 150;
  private static final String OPERATORS = "+-*/<>=!&|?:%^.";

  private static final Set<String> KEYWORDS =
      Set.of(
          "return",
          "if",
          "else",
          "for",
          "while",
          "class",
          "public",
          "private",
          "static",
          "final",
          "const",
          "let",
          "var",
          "val",
          "int",
          "long",
          "void",
          "true",
          "false",
          "null",
          "nil",
          "None",
          "async",
          "await",
          "this",
          "self",
          "struct",
          "enum",
          "interface",
          "func",
          "fun",
          "def",
          "fn",
          "pub",
          "mut",
          "use",
          "import",
          "export",
          "yield",
          "extends",
          "abstract");

  @AfterAll
  static void close() {
    SYNTAX.close();
  }

  private static MutationClass classOf(String extension, String before, String after) {
    return SYNTAX.classOf(
        List.of(
            new FileChange(
                WorkspacePath.of("a." + extension),
                new FileState.Present(FileContent.of(before)),
                new FileState.Present(FileContent.of(after)))));
  }

  /// The files of the anchors' test without their marks.
  private static String file(String extension) throws IOException {
    try (InputStream in = MutationTest.class.getResourceAsStream("anchors." + extension + ".txt")) {
      byte[] bytes = Objects.requireNonNull(in).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).replaceAll(" +(?://|#)@ \\S+\n", "\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "java, store count limit code Deep down Line State later order orders Price value",
    "py, load path order inner LIMIT ordering deep",
    "ts, make LIMIT Id handler count inner order old util pad Shape area a item",
    "tsx, Props List Row useCount setN n open",
    "js, load save path inner count order OrderService numbers",
    "go, errEmpty other store f o s l ID Submit New OrderService size",
    "rs, LIMIT NAME Id OrderService State Open submit store load util pad down Deep f inner order",
    "c, count order next make color RED handler submit id o x point",
    "cpp, OrderService price limit_ a Kind One Id Line pad f order",
    "swift, State open load make inner limit Price order",
    "cs, _store Limit Done Count Size Inner State Open Line Price Twice Handler Cents order",
    "kt, LIMIT Id count make Line total Registry find next load path NAME",
    "rb, x price load path Line order pad LIMIT",
    "php, count x make load path log order",
  })
  void namesChangedEverywhereAreARefactoring(String extension, String names) throws IOException {
    String before = file(extension);
    String[] known = names.split(" ", -1);
    Random random = new Random(extension.hashCode());
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < RENAMES + known.length; i++) {
      String after = before;
      StringBuilder renamed = new StringBuilder();
      for (int k = 0; k < known.length; k++) {
        if (i < known.length ? k == i : random.nextInt(3) == 0) {
          after = after.replaceAll("(?<![\\w])" + known[k] + "(?![\\w])", other(known[k], k));
          renamed.append(known[k]).append(' ');
        }
      }
      if (classOf(extension, before, after) != MutationClass.AST_REFACTOR) {
        wrong.add(renamed.toString());
      }
    }
    assertThat(wrong).isEmpty();
  }

  /// A name that is nowhere else, of the same kind of letters.
  private static String other(String name, int number) {
    return (name.startsWith("_") ? "_" : "")
        + (Character.isUpperCase(name.charAt(0)) ? "Qx" : "qx")
        + number;
  }

  @ParameterizedTest
  @CsvSource({
    "java", "py", "ts", "tsx", "js", "go", "rs", "c", "cpp", "swift", "cs", "kt", "rb", "php"
  })
  void blanksChangedAreARefactoring(String extension) throws IOException {
    String before = file(extension);
    for (String after :
        List.of(
            before.replace("\n", "\r\n"),
            before.replace("\n", "\n\n"),
            before.replaceAll("(?m)^( +)", "$1$1"),
            before.stripTrailing())) {
      assertThat(classOf(extension, before, after)).as(after).isEqualTo(MutationClass.AST_REFACTOR);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "java", "py", "ts", "tsx", "js", "go", "rs", "c", "cpp", "swift", "cs", "kt", "rb", "php"
  })
  void oneOtherTokenIsAnEvolution(String extension) throws IOException {
    String before = file(extension);
    byte[] bytes = before.getBytes(StandardCharsets.UTF_8);
    LexicalSyntax.TokenSequence tokens = LexicalSyntax.of("a." + extension).tokens(bytes);
    Random random = new Random(extension.hashCode());
    List<String> wrong = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < tokens.count(); i++) {
      String token = tokens.text(i);
      int found = before.indexOf(token, at);
      at = found + token.length();
      String mutant = mutant(tokens.kind(i), token, random);
      if (!mutant.equals(token) && random.nextInt(tokens.count()) < MUTATIONS * 4) {
        String after = before.substring(0, found) + mutant + before.substring(at);
        if (classOf(extension, before, after) != MutationClass.INTENT_EVOLUTION) {
          wrong.add(before.substring(0, found).lines().count() + ": " + token + " → " + mutant);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String mutant(LexicalSyntax.SourceTokenKind kind, String token, Random random) {
    return switch (kind) {
      case LITERAL ->
          Character.isDigit(token.charAt(0))
              ? "7" + token
              : token.charAt(0) + "7" + token.substring(1);
      case SIGN -> {
        int sign = OPERATORS.indexOf(token);
        int step = 1 + random.nextInt(OPERATORS.length() - 1);
        yield sign < 0
            ? token
            : String.valueOf(OPERATORS.charAt((sign + step) % OPERATORS.length()));
      }
      case WORD -> {
        List<String> others = KEYWORDS.stream().filter(k -> !k.equals(token)).sorted().toList();
        yield KEYWORDS.contains(token) ? others.get(random.nextInt(others.size())) : token;
      }
    };
  }
}
