// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.app.process;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.project.ProjectRoot;
import dev.writ.base.value.DisplayText;
import dev.writ.records.journal.DiskPort;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The environment of the process at its start.
///
/// @param place the directories of the person and of Writ
/// @param out for results
/// @param err for everything else that is shown
/// @param disk through which the person's own files are changed: sessions, configuration, trust
public record ProcessContext(
    Map<String, String> environment,
    Place place,
    InputStream in,
    PrintStream out,
    PrintStream err,
    DiskPort disk) {
  private static final String HOME = "HOME";
  private static final List<String> DIRECTORIES = List.of(HOME, "XDG_CONFIG_HOME");

  /// Directories that names begin at.
  ///
  /// @param home the person's home directory
  /// @param own where the person stands; files that they name on the command line begin here
  /// @param work where Writ starts: the same, or what `--cwd` names
  public record Place(Path home, Path own, Path work) {}

  /// Of a person who works where they stand.
  public ProcessContext(
      Map<String, String> environment,
      Path home,
      Path directory,
      InputStream in,
      PrintStream out,
      PrintStream err) {
    this(environment, new Place(home, directory, directory), in, out, err, DiskPort.system());
  }

  /// The environment of this process at its start. The home directory comes from the environment:
  /// the JVM's own value comes from the password file.
  public static ProcessContext ofProcess(InputStream in, PrintStream out, PrintStream err) {
    Map<String, String> named = System.getenv();
    ignored(named).forEach(err::println);
    Map<String, String> environment = withHome(named, System.getProperty("user.home", "/"));
    return new ProcessContext(
        environment,
        Path.of(environment.getOrDefault(HOME, "/")),
        Path.of("").toAbsolutePath(),
        in,
        out,
        err);
  }

  /// The environment with one absolute home directory for all who ask for it: files of Writ's own,
  /// `~` in lines and in settings, and programs. A relative one would begin in whatever project the
  /// person stands in: it is ignored, and so is a relative directory of configuration.
  ///
  /// @param account the one of the password file, where the environment names none
  static Map<String, String> withHome(Map<String, String> environment, String account) {
    Map<String, String> whole = new TreeMap<>(environment);
    for (String name : DIRECTORIES) {
      whole.computeIfPresent(name, (_, path) -> path.startsWith("/") ? path : null);
    }
    whole.putIfAbsent(HOME, account.startsWith("/") ? account : "/");
    return whole;
  }

  /// What is said of the variables that are ignored, a line each.
  static List<String> ignored(Map<String, String> environment) {
    List<String> lines = new ArrayList<>();
    for (String name : DIRECTORIES) {
      String path = environment.getOrDefault(name, "/");
      if (!path.isEmpty() && !path.startsWith("/")) {
        lines.add(
            "writ: "
                + name
                + " is ignored, because '"
                + DisplayText.line(path)
                + "' is not an absolute path; set it to one, or unset it");
      }
    }
    return lines;
  }

  /// The same, working where the command line says.
  ///
  /// @throws UsageException where `--cwd` names no directory
  public ProcessContext at(ParsedArguments arguments) throws UsageException {
    if (arguments.value("cwd").isEmpty()) {
      return this;
    }
    Path chosen = path(arguments.value("cwd").get());
    if (!Files.isDirectory(chosen)) {
      String named = arguments.value("cwd").get();
      throw new UsageException(
          "--cwd: " + named + (Files.exists(chosen) ? " is not a directory" : " does not exist"));
    }
    return new ProcessContext(
        environment, new Place(home(), place.own(), chosen), in, out, err, disk);
  }

  /// The same with another output for everything.
  public ProcessContext printingTo(PrintStream screen) {
    return new ProcessContext(environment, place, in, screen, screen, disk);
  }

  /// The same with another input, and with one output for everything.
  public ProcessContext typedFrom(InputStream keyboard) {
    return new ProcessContext(environment, place, keyboard, out, out, disk);
  }

  /// The person's home directory.
  public Path home() {
    return place.home();
  }

  /// Writ's directory at its start; names of the project's files are relative to it.
  public Path directory() {
    return place.work();
  }

  /// The root of the project that the directory belongs to: where Writ works.
  public Path project() {
    return new ProjectRoot(home()).of(directory());
  }

  /// The directory below the project's root where Writ starts; empty at the root.
  public Optional<Path> below() {
    return new ProjectRoot(home()).below(directory());
  }

  /// Notifies a person in a subdirectory that Writ works in the whole project.
  public Optional<String> placeLine() {
    return below()
        .map(below -> DisplayText.line("Working in " + project() + "; you are in " + below));
  }

  /// A file of the person's own as they write it: it begins where they stand, not where `--cwd`
  /// leads; `~` is the home.
  public Path path(String text) {
    return path(text, place.own());
  }

  /// A path as it stands in the configuration: from the project's root.
  public Path configured(String text) {
    return path(text, text.startsWith("~") ? home() : project());
  }

  private Path path(String text, Path from) {
    if (text.equals("~")) {
      return home();
    }
    return text.startsWith("~/")
        ? home().resolve(text.substring(2)).normalize()
        : from.resolve(text).normalize();
  }

  /// The data directory, with the audit log.
  public Path data() {
    return home().resolve(".writ");
  }
}
