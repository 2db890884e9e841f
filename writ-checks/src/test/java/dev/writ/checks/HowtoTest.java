// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The classes in the how-to pages are ones that compile against what is built.
class HowtoTest {
  private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

  @TempDir Path directory;

  /// @param left the compiler's key for the error that a later step of the page mends; may be empty
  @ParameterizedTest
  @CsvSource({"add-a-tool.md,''", "add-a-gate.md,compiler.err.cant.inherit.from.sealed"})
  void theClassOfThePageCompiles(String page, String left) throws IOException {
    String text = Files.readString(Project.ROOT.resolve("docs/howto").resolve(page));
    List<String> classes =
        CODE.matcher(text).results().map(block -> block.group(1).stripIndent()).toList();
    assertThat(classes).hasSize(1);
    List<String> expected = left.isEmpty() ? List.of() : List.of(left);
    assertThat(errors(classes.getFirst())).isEqualTo(expected);
  }

  private List<String> errors(String code) throws IOException {
    Matcher name = CLASS.matcher(code);
    assertThat(name.find()).isTrue();
    Path source = Files.writeString(directory.resolve(name.group(1) + ".java"), code);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> heard = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(heard, Locale.ROOT, null)) {
      String path = BypassTest.modulePath() + ":" + Project.jar("tools");
      List<String> options = List.of("-cp", path, "-proc:none", "-d", directory.toString());
      boolean _ =
          compiler
              .getTask(
                  new StringWriter(), files, heard, options, null, files.getJavaFileObjects(source))
              .call();
    }
    return heard.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(Diagnostic::getCode)
        .toList();
  }
}
