// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.command.grant;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.config.ConfigurationFile;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.host.ProgramSettings;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.project.ProgramDirectoryCheck;
import dev.writ.app.project.ProgramDirectorySearch;
import dev.writ.base.json.Json;
import dev.writ.kernel.policy.ProgramDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Offers the directories of a person's programs that commands would not find. Accepted ones are
/// written to the person's own configuration, never to a file of the project.
final class ProgramOffer {
  /// The option by which a script agrees, too.
  static final String OPTION = "programs";

  private final ProcessContext context;
  private final List<String> before;
  private final List<ProgramDirectory> directories;

  private ProgramOffer(
      ProcessContext context, List<String> before, List<ProgramDirectory> directories) {
    this.context = context;
    this.before = before;
    this.directories = directories;
  }

  /// The offer; without directories where a script agrees and does not name them.
  static ProgramOffer of(
      ParsedArguments arguments, ProcessContext context, Configuration configuration) {
    List<String> before = configuration.texts(ProgramSettings.KEY);
    boolean asked = arguments.has("yes") ? arguments.has(OPTION) : true;
    if (!asked) {
      return new ProgramOffer(context, before, List.of());
    }
    List<Path> known = new ArrayList<>();
    ProgramDirectory.fixed(context.home().toString()).forEach(text -> known.add(Path.of(text)));
    before.forEach(text -> known.add(context.configured(text)));
    ProgramDirectoryCheck check = new ProgramDirectoryCheck(context.home(), context.project());
    return new ProgramOffer(
        context, before, new ProgramDirectorySearch(context.environment(), check, known).find());
  }

  /// The directories by name, as a person writes them, and what commands could read besides; empty
  /// where there is nothing to offer.
  Optional<String> words() {
    if (directories.isEmpty()) {
      return Optional.empty();
    }
    String names = names(directories.stream().map(ProgramDirectory::path));
    Set<Path> offered =
        directories.stream().map(ProgramDirectory::path).collect(Collectors.toSet());
    List<Path> readable =
        directories.stream().flatMap(one -> one.readable().stream()).distinct().toList();
    String besides =
        names(
            readable.stream()
                .filter(path -> !offered.contains(path))
                .filter(path -> readable.stream().noneMatch(o -> isAbove(o, path))));
    return Optional.of(
        besides.isEmpty() ? names : names + " (commands read all of %s)".formatted(besides));
  }

  private static boolean isAbove(Path directory, Path path) {
    return path.startsWith(directory) && !path.equals(directory);
  }

  private String names(Stream<Path> paths) {
    return paths.map(this::name).collect(Collectors.joining(", "));
  }

  private String name(Path directory) {
    return directory.startsWith(context.home())
        ? "~/" + context.home().relativize(directory)
        : directory.toString();
  }

  /// Asks for the directories alone, if a person can answer or an option agrees.
  void ask(GrantingPerson person, ParsedArguments arguments) throws UsageException, IOException {
    Optional<String> words = words();
    boolean answered = arguments.has("yes") || TerminalPresence.console().isPresent();
    if (words.isPresent()
        && answered
        && person.accepts("Let commands use your programs in " + words.get() + "?")) {
      keep();
    }
  }

  /// Adds the directories to the person's configuration.
  void keep() throws UsageException, IOException {
    if (directories.isEmpty()) {
      return;
    }
    List<String> all = new ArrayList<>(before);
    directories.stream().map(ProgramDirectory::path).map(this::name).forEach(all::add);
    ConfigurationFile file =
        ConfigurationFile.personal(
            context.environment(), context.home(), ProgramSettings.KEY, context.disk());
    file.write(file.keys().with(ProgramSettings.KEY, Json.texts(all)));
    context.out().println("Your programs: " + ProgramSettings.KEY + " in " + file.path());
  }
}
