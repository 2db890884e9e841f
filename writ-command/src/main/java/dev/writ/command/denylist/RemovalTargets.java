// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandArguments;
import dev.writ.command.language.CommandCharacters;
import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandWord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The whole directories that a command removes, and those that must never be removed.
final class RemovalTargets {
  private static final Set<String> REMOVERS =
      Set.of("rm", "grm", "unlink", "shred", "rmdir", "rimraf", "srm");

  /// Directories of the system, with all that is in them.
  private static final Set<String> SYSTEM =
      Set.of(
          "bin",
          "boot",
          "dev",
          "etc",
          "lib",
          "lib32",
          "lib64",
          "libx32",
          "proc",
          "sbin",
          "sys",
          "usr",
          "Applications",
          "Library",
          "System");

  /// Options of `find` in front of its directories.
  private static final Pattern LINKS = Pattern.compile("-[HLP]|-O[0-9]");

  private static final Pattern EXPRESSION = Pattern.compile("(?s)-.*|[(!,]");

  private final CommandContext context;
  private final CommandTarget root;
  private final CommandTarget home;

  RemovalTargets(CommandContext context) {
    this.context = context;
    this.root = CommandTarget.path(context.root());
    this.home = CommandTarget.path(context.home());
  }

  static boolean isRemover(Command command) {
    return REMOVERS.contains(command.programName());
  }

  /// Why the command must not remove what it names.
  Optional<BarredCommand> judge(Command command) {
    for (CommandWord word : removed(command)) {
      Optional<BarredCommand> barred = judge(command, word);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  private List<CommandWord> removed(Command command) {
    return switch (command.programName()) {
      case "rm", "grm", "srm" -> {
        CommandArguments arguments = CommandArguments.of(command);
        if (arguments.options().stream().anyMatch(option -> option.startsWith("--no-p"))) {
          yield List.of(new CommandWord.Literal("/"));
        }
        boolean recursive = arguments.has("rR", "--recursive");
        yield arguments.operands().stream()
            .filter(word -> recursive || isEverything(command, word))
            .toList();
      }
      case "rimraf" -> CommandArguments.of(command).operands();
      case "mv", "gmv" -> sources(CommandArguments.of(command));
      case "rsync" -> {
        CommandArguments arguments = CommandArguments.of(command);
        List<CommandWord> operands = arguments.operands();
        yield arguments.options().stream().anyMatch(option -> option.startsWith("--del"))
            ? operands.subList(Math.max(0, operands.size() - 1), operands.size())
            : List.of();
      }
      case "find", "gfind" -> command.argv().contains("-delete") ? roots(command) : List.of();
      default -> List.of();
    };
  }

  private static List<CommandWord> sources(CommandArguments arguments) {
    boolean given = arguments.has("t", "--target-directory");
    int most = arguments.operands().size() - (given ? 0 : 1);
    return arguments.operands().subList(0, Math.max(0, most));
  }

  private boolean isEverything(Command command, CommandWord word) {
    CommandTarget target = CommandTarget.of(word, command.directory(), context);
    return !target.emptied().equals(target);
  }

  /// The directories in which `find` begins.
  static List<CommandWord> roots(Command find) {
    List<CommandWord> roots =
        find.arguments().stream()
            .dropWhile(word -> LINKS.matcher(word.plain()).matches())
            .takeWhile(word -> !EXPRESSION.matcher(word.plain()).matches())
            .toList();
    return roots.isEmpty() ? List.of(new CommandWord.Literal(".")) : roots;
  }

  /// Why what this word means to the command must not be removed.
  Optional<BarredCommand> judge(Command command, CommandWord word) {
    CommandTarget named = CommandTarget.of(word, command.directory(), context);
    String what = " '" + CommandCharacters.visible(word.plain()) + "' removes ";
    return fault(named.emptied())
        .or(() -> fault(named))
        .map(
            barred ->
                new BarredCommand(barred.rule(), command.programName() + what + barred.reason()));
  }

  private Optional<BarredCommand> fault(CommandTarget target) {
    boolean inside = target.isSurelyWithin(root);
    if (target.isRoot()) {
      return barred("root", "the whole file system");
    }
    if (home.isWithin(target)
        || (!inside && HomeDirectories.others().stream().anyMatch(target::mayBe))) {
      return barred("home", "a home directory");
    }
    if (!inside && root.isWithin(target)) {
      return barred("above", "a directory above the workspace");
    }
    for (String path : context.blocked()) {
      CommandTarget blocked = CommandTarget.rule(path, context.home());
      if (target.isWithin(blocked) || (!inside && blocked.isWithin(target))) {
        return barred("blocked", "the blocked path " + path);
      }
    }
    boolean system = target.names().size() == 1 || SYSTEM.contains(target.names().getFirst());
    return !inside && system ? barred("root", "a directory of the system") : Optional.empty();
  }

  private static Optional<BarredCommand> barred(String rule, String reason) {
    return Optional.of(new BarredCommand("deny.remove-" + rule, reason));
  }
}
