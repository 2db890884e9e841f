// Implements: docs/spec/02-architecture.md §2.2 (Modules)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// On the module path reflection can't mint a warrant either: a program that tries is started as a
/// process of its own, with the built jars, and says what became of each try.
class ReflectionTest {
  @TempDir static Path directory;

  private static final Map<String, String> ANSWERS = new TreeMap<>();

  private static final String PROGRAM =
      """
      package bypass;

      import java.lang.reflect.AccessibleObject;
      import java.lang.reflect.Constructor;
      import java.lang.reflect.Method;
      import java.lang.reflect.Proxy;

      class Bypass {
        public static void main(String[] args) {
          String door = "dev.writ.kernel.door.";
          attempt("control", () -> of(door + "Governor").getMethod("absent"));
          for (String name : new String[] {"IssuedWarrant", "Gate", "Governor", "AuditSubject"}) {
            attempt("new " + name, () -> open(of(door + name).getDeclaredConstructors()[0]));
          }
          for (String name : new String[] {"declare", "seen", "plan"}) {
            attempt("SessionState." + name, () ->
                open(method("dev.writ.kernel.session.SessionState", name)));
          }
          attempt("new UndoService", () ->
              open(of("dev.writ.kernel.change.UndoService").getDeclaredConstructors()[0]));
          attempt("CallPerformance.perform", () ->
              open(method(door + "CallPerformance", "perform")));
          attempt("Governor.hands", () -> open(of(door + "Governor").getDeclaredField("hands")));
          attempt("WorkspaceRoot.open", () -> {
            Method method = of("dev.writ.kernel.workspace.WorkspaceRoot").getMethod(
                "open", java.nio.file.Path.class);
            return method.invoke(null, java.nio.file.Path.of("."));
          });
          attempt("new SandboxChooser", () ->
              of("dev.writ.sandbox.mechanism.SandboxChooser").getConstructor().newInstance());
          attempt("Journal.open", () -> method("dev.writ.records.journal.Journal", "open")
              .invoke(null, java.nio.file.Path.of("x")));
          attempt("a proxy", () -> Proxy.newProxyInstance(
              Bypass.class.getClassLoader(), new Class<?>[] {of("dev.writ.kernel.tool.Warrant")},
              (self, method, values) -> null));
          attempt("a lookup", () -> java.lang.invoke.MethodHandles.privateLookupIn(
              of(door + "IssuedWarrant"), java.lang.invoke.MethodHandles.lookup()));
        }

        interface Try { Object act() throws Throwable; }

        static void attempt(String what, Try act) {
          try {
            act.act();
            System.out.println(what + "=done");
          } catch (Throwable e) {
            System.out.println(what + "=" + e.getClass().getSimpleName());
          }
        }

        static Class<?> of(String name) throws ClassNotFoundException {
          return Class.forName(name);
        }

        static Method method(String type, String name) throws ClassNotFoundException {
          for (Method method : of(type).getDeclaredMethods()) {
            boolean getter = method.getParameterCount() == 0 && !name.equals("seen");
            if (method.getName().equals(name) && !getter) {
              return method;
            }
          }
          throw new IllegalArgumentException(name);
        }

        static Object open(AccessibleObject member) {
          member.setAccessible(true);
          return member;
        }
      }
      """;

  @BeforeAll
  static void askTheProgram() throws IOException, InterruptedException {
    Path module =
        Files.writeString(
            directory.resolve("module-info.java"), "module bypass { requires dev.writ.kernel; }");
    Path source =
        Files.writeString(
            Files.createDirectories(directory.resolve("bypass")).resolve("Bypass.java"), PROGRAM);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
      List<String> options =
          List.of("--module-path", BypassTest.modulePath(), "-d", directory.toString());
      boolean compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjects(module, source))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+UseSerialGC",
                "--module-path",
                BypassTest.modulePath() + ":" + directory,
                "--module",
                "bypass/bypass.Bypass")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor()).as(output).isZero();
    output
        .lines()
        .map(line -> line.split("=", 2))
        .forEach(answer -> ANSWERS.put(answer[0], answer[1]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new IssuedWarrant",
        "new Gate",
        "new Governor",
        "new UndoService",
        "new AuditSubject",
        "SessionState.declare",
        "SessionState.seen",
        "SessionState.plan",
        "CallPerformance.perform",
        "Governor.hands"
      })
  void reflectionIsRefused(String attempt) {
    assertThat(ANSWERS).containsEntry(attempt, "InaccessibleObjectException");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WorkspaceRoot.open", "new SandboxChooser", "Journal.open", "a lookup"})
  void whatIsNotExportedCantBeCalled(String attempt) {
    assertThat(ANSWERS).containsEntry(attempt, "IllegalAccessException");
  }

  @Test
  void aWarrantCantBeAProxy() {
    assertThat(ANSWERS).containsEntry("a proxy", "IllegalArgumentException");
  }

  @Test
  void theProgramReachesThePublishedTypes() {
    assertThat(ANSWERS).containsEntry("control", "NoSuchMethodException");
  }
}
