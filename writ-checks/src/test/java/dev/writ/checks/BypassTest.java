// Implements: docs/spec/02-architecture.md §2.2 (Modules); docs/spec/02-architecture.md §2.4 (The
// door)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Code that would act without a warrant does not compile: each snippet is a module of its own that
/// requires what is published, like a tool or an extension.
class BypassTest {
  @TempDir Path directory;

  /// @param code the compiler's key of the only error; empty for the control that must compile
  /// @param body the members of a class, fully qualified names throughout
  record Snippet(String what, String code, String body) {
    @Override
    public String toString() {
      return what;
    }
  }

  static List<Snippet> snippets() {
    return List.of(
        new Snippet(
            "control: published types can be used",
            "",
            "Object call = new dev.writ.kernel.call.ToolCall(\"1\", \"read_file\", \"{}\");"),
        new Snippet(
            "the hands are not visible",
            "compiler.err.package.not.visible",
            "dev.writ.kernel.effect.Root root;"),
        new Snippet(
            "a JSON value of one's own",
            "compiler.err.cant.inherit.from.sealed",
            "record Fake() implements dev.writ.kernel.json.Json {}"),
        new Snippet(
            "an internal of the JSON reader",
            "compiler.err.not.def.public.cant.access",
            "dev.writ.kernel.json.JsonWriter writer;"));
  }

  @ParameterizedTest
  @MethodSource("snippets")
  void compilesOnlyWhatIsPublished(Snippet snippet) throws IOException {
    List<String> expected = snippet.code().isEmpty() ? List.of() : List.of(snippet.code());
    assertThat(errors(snippet.body())).isEqualTo(expected);
  }

  private List<String> errors(String body) throws IOException {
    Path module = Files.writeString(directory.resolve("module-info.java"), MODULE);
    Path source =
        Files.writeString(
            Files.createDirectories(directory.resolve("bypass")).resolve("Bypass.java"),
            "package bypass; class Bypass { " + body + " }");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> heard = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(heard, Locale.ROOT, null)) {
      compiler
          .getTask(
              new StringWriter(),
              files,
              heard,
              List.of("--module-path", modulePath(), "-proc:none", "-d", directory.toString()),
              null,
              files.getJavaFileObjects(module, source))
          .call();
    }
    return heard.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(Diagnostic::getCode)
        .toList();
  }

  private static final String MODULE =
      "module bypass { requires dev.writ.kernel; requires dev.writ.engine; }";

  private static String modulePath() {
    Stream<String> ours = Stream.of("kernel", "engine").map(name -> Project.jar(name).toString());
    Stream<String> libraries =
        Stream.of(System.getProperty("java.class.path").split(":"))
            .filter(entry -> entry.matches(".*(jackson-core|snakeyaml-engine).*\\.jar"));
    return Stream.concat(ours, libraries).collect(Collectors.joining(":"));
  }
}
