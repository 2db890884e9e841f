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

  private static final String NOT_VISIBLE = "compiler.err.package.not.visible";
  private static final String NOT_PUBLIC = "compiler.err.not.def.public.cant.access";
  private static final String PRIVATE = "compiler.err.report.access";
  private static final String SEALED = "compiler.err.cant.inherit.from.sealed";

  static List<Snippet> snippets() {
    return Stream.of(published(), hidden(), sealed(), minted(), internals())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Snippet> published() {
    return List.of(
        new Snippet(
            "control: published types can be used",
            "",
            "Object call = new dev.writ.kernel.call.ToolCall(\"1\", \"read_file\", \"{}\");"),
        new Snippet(
            "control: a tool of one's own",
            "",
            """
            record None() {}
            static abstract class Own implements dev.writ.kernel.tool.Tool<None> {
              public java.util.List<dev.writ.kernel.call.Effect> propose(
                  None none, dev.writ.kernel.tool.WorkspaceView view) {
                return java.util.List.of(
                    new dev.writ.kernel.call.Effect.ReadPath(
                        view.locate("a"),
                        dev.writ.kernel.call.Effect.ReadPath.ReadExtent.FILE));
              }
            }
            """));
  }

  private static List<Snippet> hidden() {
    return Stream.of(
            "kernel.workspace.WorkspaceRoot",
            "kernel.file.FileHand",
            "sandbox.launch.PipelineExecutor",
            "kernel.hand.CommandHand",
            "kernel.store.ObjectStore",
            "kernel.workspace.TreeWalk",
            "kernel.workspace.PathLocator",
            "kernel.file.Hands",
            "kernel.program.ProgramEnvironment",
            "kernel.repository.GitHead",
            "kernel.store.WorkspaceRecords",
            "records.journal.Journal",
            "kernel.door.IssuedWarrant",
            "kernel.door.Gate",
            "kernel.door.Governor",
            "kernel.change.ChangeTransaction",
            "kernel.change.UndoService",
            "kernel.commit.AutoCommit",
            "kernel.session.SessionState",
            "kernel.approval.Approver",
            "kernel.check.GateCheck",
            "kernel.door.DecisionContext",
            "kernel.door.AuditSubject",
            "kernel.intents.IntentSelection",
            "kernel.spending.IntentSource",
            "kernel.approval.ApprovalCheck",
            "kernel.session.SeenFiles")
        .map(
            type -> new Snippet(type + " is not visible", NOT_VISIBLE, "dev.writ." + type + " it;"))
        .toList();
  }

  private static List<Snippet> sealed() {
    return Stream.of(
            "kernel.tool.Warrant",
            "kernel.call.Effect",
            "base.value.FileState",
            "kernel.call.Effect.WriteResult",
            "kernel.call.Effect.TouchedLines",
            "kernel.call.Mutation",
            "base.value.Verdict",
            "kernel.call.PathLocation",
            "kernel.call.SessionControl",
            "kernel.call.ToolResult",
            "kernel.intent.SessionDeclaration",
            "kernel.intent.DeclaredIntents",
            "command.language.ProgramInvocation",
            "records.ledger.ActOrigin.Contributor",
            "base.schema.ValueType",
            "base.json.Json")
        .map(
            type ->
                new Snippet(
                    "a " + type + " of one's own",
                    SEALED,
                    "abstract class Own implements dev.writ." + type + " {}"))
        .toList();
  }

  /// Ways to a warrant, or to what only the gate may move.
  private static List<Snippet> minted() {
    return List.of(
        new Snippet(
            "a warrant as an anonymous class",
            "compiler.err.local.classes.cant.extend.sealed",
            "Object own = new dev.writ.kernel.tool.Warrant() {};"),
        new Snippet(
            "a warrant as a wider interface",
            SEALED,
            "interface Own extends dev.writ.kernel.tool.Warrant {}"),
        new Snippet(
            "a content with another hash",
            PRIVATE,
            "Object o = new dev.writ.base.value.FileContent(new byte[0]);"));
  }

  private static List<Snippet> internals() {
    return Stream.of("base.json.JsonWriter", "base.json.YamlReader")
        .map(
            type ->
                new Snippet("the internal " + type, NOT_PUBLIC, "dev.writ." + type + " internal;"))
        .toList();
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

  static String modulePath() {
    Stream<String> ours =
        Stream.of("base", "command", "records", "sandbox", "kernel", "engine")
            .map(name -> Project.jar(name).toString());
    Stream<String> libraries =
        Stream.of(System.getProperty("java.class.path").split(":"))
            .filter(entry -> entry.matches(".*(jackson-core|snakeyaml-engine|re2j).*\\.jar"));
    return Stream.concat(ours, libraries).collect(Collectors.joining(":"));
  }
}
