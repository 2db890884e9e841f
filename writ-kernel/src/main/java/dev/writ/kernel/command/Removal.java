// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.kernel.command;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Which whole directories a command removes, and which ones must never be removed.
final class Removal {
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

  private final Ground ground;
  private final Target root;
  private final Target home;

  Removal(Ground ground) {
    this.ground = ground;
    this.root = Target.path(ground.root());
    this.home = Target.path(ground.home());
  }

  static boolean isRemover(Command command) {
    return REMOVERS.contains(command.programName());
  }

  /// Why the command must not remove what it names.
  Optional<Barred> judge(Command command) {
    for (Word word : removed(command)) {
      Optional<Barred> barred = judge(command, word);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  private List<Word> removed(Command command) {
    return switch (command.programName()) {
      case "rm", "grm", "srm" -> {
        Arguments arguments = Arguments.of(command);
        if (arguments.options().stream().anyMatch(option -> option.startsWith("--no-p"))) {
          yield List.of(new Word.Literal("/"));
        }
        boolean recursive = arguments.has("rR", "--recursive");
        yield arguments.operands().stream()
            .filter(word -> recursive || isEverything(command, word))
            .toList();
      }
      case "rimraf" -> Arguments.of(command).operands();
      case "mv", "gmv" -> sources(Arguments.of(command));
      case "rsync" -> {
        Arguments arguments = Arguments.of(command);
        List<Word> operands = arguments.operands();
        yield arguments.options().stream().anyMatch(option -> option.startsWith("--del"))
            ? operands.subList(Math.max(0, operands.size() - 1), operands.size())
            : List.of();
      }
      case "find", "gfind" -> command.argv().contains("-delete") ? roots(command) : List.of();
      default -> List.of();
    };
  }

  private static List<Word> sources(Arguments arguments) {
    boolean given = arguments.has("t", "--target-directory");
    int most = arguments.operands().size() - (given ? 0 : 1);
    return arguments.operands().subList(0, Math.max(0, most));
  }

  private boolean isEverything(Command command, Word word) {
    Target target = Target.of(word, command.directory(), ground);
    return !target.emptied().equals(target);
  }

  /// The directories in which `find` begins.
  static List<Word> roots(Command find) {
    List<Word> roots =
        find.arguments().stream()
            .dropWhile(word -> LINKS.matcher(word.plain()).matches())
            .takeWhile(word -> !EXPRESSION.matcher(word.plain()).matches())
            .toList();
    return roots.isEmpty() ? List.of(new Word.Literal(".")) : roots;
  }

  /// Why what this word means to the command must not be removed.
  Optional<Barred> judge(Command command, Word word) {
    Target named = Target.of(word, command.directory(), ground);
    String what = " '" + Letters.visible(word.plain()) + "' removes ";
    return fault(named.emptied())
        .or(() -> fault(named))
        .map(barred -> new Barred(barred.rule(), command.programName() + what + barred.reason()));
  }

  private Optional<Barred> fault(Target target) {
    boolean inside = target.isSurelyWithin(root);
    if (target.isRoot()) {
      return barred("root", "the whole file system");
    }
    if (home.isWithin(target) || (!inside && Homes.others().stream().anyMatch(target::mayBe))) {
      return barred("home", "a home directory");
    }
    if (!inside && root.isWithin(target)) {
      return barred("above", "a directory above the workspace");
    }
    for (String path : ground.blocked()) {
      Target blocked = Target.rule(path, ground.home());
      if (target.isWithin(blocked) || (!inside && blocked.isWithin(target))) {
        return barred("blocked", "the blocked path " + path);
      }
    }
    boolean system = target.names().size() == 1 || SYSTEM.contains(target.names().getFirst());
    return !inside && system ? barred("root", "a directory of the system") : Optional.empty();
  }

  private static Optional<Barred> barred(String rule, String reason) {
    return Optional.of(new Barred("deny.remove-" + rule, reason));
  }
}
