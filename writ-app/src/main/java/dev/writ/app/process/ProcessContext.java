// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.app.process;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.project.ProjectRoot;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// What the process was started with.
///
/// @param home the person's home directory
/// @param directory where the person is; names on the command line begin here
/// @param out for results
/// @param err for everything else that is shown
public record ProcessContext(
    Map<String, String> environment,
    Path home,
    Path directory,
    InputStream in,
    PrintStream out,
    PrintStream err) {

  /// What this process was started with. The home is the one that the environment names: the JVM's
  /// own idea comes from the password file.
  public static ProcessContext ofProcess(InputStream in, PrintStream out, PrintStream err) {
    Map<String, String> environment = System.getenv();
    String home = environment.getOrDefault("HOME", "");
    return new ProcessContext(
        environment,
        Path.of(home.isEmpty() ? System.getProperty("user.home", "/") : home).toAbsolutePath(),
        Path.of("").toAbsolutePath(),
        in,
        out,
        err);
  }

  /// The same, working where the command line says.
  ///
  /// @throws UsageException where `--cwd` names no directory
  public ProcessContext at(ParsedArguments arguments) throws UsageException {
    if (arguments.value("cwd").isEmpty()) {
      return this;
    }
    Path chosen = directory.resolve(arguments.value("cwd").get()).normalize();
    if (!Files.isDirectory(chosen)) {
      String named = arguments.value("cwd").get();
      throw new UsageException(
          "--cwd: " + named + (Files.exists(chosen) ? " is not a directory" : " does not exist"));
    }
    return new ProcessContext(environment, home, chosen, in, out, err);
  }

  /// The root of the project that the directory belongs to: where Writ works.
  public Path project() {
    return new ProjectRoot(home).of(directory);
  }

  /// A path as a person writes it on the command line: `~` is the home.
  public Path path(String text) {
    return path(text, directory);
  }

  /// A path as it stands in the configuration: from the project's root.
  public Path configured(String text) {
    return path(text, text.startsWith("~") ? home : project());
  }

  private Path path(String text, Path from) {
    if (text.equals("~")) {
      return home;
    }
    return text.startsWith("~/")
        ? home.resolve(text.substring(2)).normalize()
        : from.resolve(text).normalize();
  }

  /// The data directory, with the audit log.
  public Path data() {
    return home.resolve(".writ");
  }
}
