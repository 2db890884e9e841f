// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.history;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import dev.writ.command.language.Command;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the lines by which Git would show contents of secret files that no word names: contents in
/// the history of a repository by object id, contents that the attributes exclude, and those of
/// tracked files under other names, by which nobody takes them for secrets. No question arises if
/// there are none.
public record HistoryReading(RepositoryHistories repositories, PackRegistry packs) {
  /// Options that show contents.
  private static final Pattern SHOWING =
      Pattern.compile(
          "git\\.(cat-file|show|diff.*|log|grep|whatchanged|stash.*|range-diff|reflog.*|archive"
              + "|format-patch.*)");

  /// The facts that `git cat-file` reports about an object besides its content.
  private static final Set<String> ABOUT = Set.of("-t", "-s", "-e");

  /// Commands that make tracked files again elsewhere.
  private static final Pattern MAKING =
      Pattern.compile("git\\.(mv|worktree\\.add|clone(\\.other)?)");

  /// What a patch makes in the work tree is judged afterwards; in the index alone it isn't.
  private static final String PATCHING = "git.apply";

  /// `--cached`, as short as Git takes it.
  private static final String INDEX_ALONE = "--ca";

  private static final String GIT = "git";
  private static final String ARCHIVE = "git.archive";
  private static final String MOVING = "mv";

  private static final Set<PackEffect> READING = Set.of(PackEffect.READ);

  /// Shows what attributes say is not to be shown as text, or hides where a difference begins and
  /// of which file it is; as short as Git takes them.
  private static final Pattern AS_TEXT =
      Pattern.compile(
          "-[A-Za-z0-9]*a[A-Za-z0-9]*|--te[a-z]*|--bi(?!sect)[a-z]*|--li[a-z-]*(?:=.*)?"
              + "|--rel(?!ative-date)[a-z]*(?:=.*)?|--(?:sr|ds)[a-z-]*(?:=.*)?",
          Pattern.DOTALL);

  /// They follow lines through the history, whatever attributes a file has, also to the name that
  /// it had before.
  private static final Pattern FOLLOWING = Pattern.compile("git\\.(log|show|whatchanged)");

  /// Its patches have the whole of what is not to be shown as text (git-format-patch(1)).
  private static final Pattern PATCHES = Pattern.compile("git\\.format-patch.*");

  private static final String NO_BINARY = "--no-binary";

  private static final Pattern LINES = Pattern.compile("-q*L.*", Pattern.DOTALL);

  /// A tree below a revision, another directory, `--worktree-attributes` as short as Git takes it.
  private static final Pattern PART = Pattern.compile(".*:.*|-C.*|--w.*", Pattern.DOTALL);

  /// Git goes into submodules, too.
  private static final Pattern SEVERAL = Pattern.compile("submodule.*|--(?:no-)?rec.*");

  private static final Pattern BETWEEN = Pattern.compile("[.]{2,3}");

  /// A number, with what follows from it: `abcd~2`, `abcd^{tree}`, `abcd:path`.
  private static final Pattern NUMBER = Pattern.compile("[0-9a-fA-F]{4,64}([~^@].*)?");

  private static final Pattern PEELED = Pattern.compile(".+\\^\\{(?!commit}|/).*");

  /// Why a person must agree to a line.
  ///
  /// @throws IOException if this was interrupted
  public Optional<ApprovalConcern> concern(Effect.RunCommand run) throws IOException {
    try {
      return found(run);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }

  private Optional<ApprovalConcern> found(Effect.RunCommand run) throws InterruptedException {
    List<InnerCommand> all = ofGit(run);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>();
    boolean shows = false;
    for (InnerCommand inner : all) {
      shows |= showsAnything(inner) || archivesPart(run, inner.command());
      words.addAll(numbers(inner));
    }
    boolean handedOn = isHandedOn(run, all);
    boolean archives = all.stream().anyMatch(this::archives);
    List<HistorySecrets> histories = repositories.of(run, all, this::isPlain);
    for (HistorySecrets secrets : histories) {
      if (shows
          || secrets.isAnyWithoutName(words)
          || (handedOn && secrets.areShown())
          || (archives && secrets.mayBeArchived())) {
        Optional<String> path = secrets.any();
        if (path.isPresent()) {
          return path.map(
              at ->
                  ofSecret(
                      "it could show secrets in Git's history (%s)"
                          .formatted(DisplayText.place(at))));
        }
      }
    }
    for (HistorySecrets secrets : histories) {
      Optional<ApprovalConcern> renamed = renamed(secrets, run, all);
      if (renamed.isPresent()) {
        return renamed;
      }
    }
    return Optional.empty();
  }

  /// Whether Git works in one repository, and its words say in which.
  private boolean isPlain(InnerCommand inner) {
    return inner instanceof InnerCommand.ExactCommand
        && packs.read(inner.command().argv()) instanceof PackReading.Known
        && inner.command().argv().stream().noneMatch(word -> SEVERAL.matcher(word).matches());
  }

  /// The commands of a line that are Git's. For others no pack is read here.
  private static List<InnerCommand> ofGit(Effect.RunCommand run) {
    return run.line().commands().stream()
        .flatMap(HistoryReading::started)
        .filter(inner -> inner.command().programName().equals(GIT))
        .toList();
  }

  /// What a command starts, and what its words may be for a program that can't be seen through: it
  /// may take away what Git is told.
  private static Stream<InnerCommand> started(Command command) {
    CommandUnwrapping unwrapping = CommandUnwrapping.through(command);
    List<InnerCommand> found = unwrapping.found();
    return found.stream().noneMatch(InnerCommand.Opaque.class::isInstance)
        ? found.stream()
        : Stream.concat(
            found.stream(),
            unwrapping.suspects().stream()
                .flatMap(line -> line.commands().stream())
                .map(one -> new InnerCommand.Opaque(one, "it may not be told what Writ hides")));
  }

  private static ApprovalConcern ofSecret(String words) {
    return new ApprovalConcern(ApprovalConcern.ConcernKind.SECRET, words);
  }

  /// Whether another program may get what Git shows: then nothing is cut out of it.
  private boolean isHandedOn(Effect.RunCommand run, List<InnerCommand> ofGit) {
    return run.line().commands().stream().anyMatch(one -> !one.programName().equals(GIT))
        && ofGit.stream()
            .anyMatch(
                inner ->
                    packs.read(inner.command().argv()) instanceof PackReading.Known known
                        && SHOWING.matcher(known.commandId()).matches());
  }

  private Optional<ApprovalConcern> renamed(
      HistorySecrets secrets, Effect.RunCommand run, List<InnerCommand> ofGit)
      throws InterruptedException {
    for (InnerCommand inner : ofGit) {
      List<String> argv = inner.command().argv();
      if (packs.read(argv) instanceof PackReading.Known known && makes(known.commandId(), argv)) {
        boolean named = argv.get(1).equals(MOVING);
        Optional<String> path = secrets.tracked(at -> !named || isMoved(run, at));
        if (path.isPresent()) {
          return path.map(
              at ->
                  ofSecret(
                      "it could put what %s holds under a name that is not known for secrets"
                          .formatted(DisplayText.place(at))));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean makes(String id, List<String> argv) {
    return MAKING.matcher(id).matches()
        || (id.equals(PATCHING) && argv.stream().anyMatch(word -> word.startsWith(INDEX_ALONE)));
  }

  /// Whether a line names a directory that holds a file.
  private static boolean isMoved(Effect.RunCommand run, String path) {
    WorkspacePath file = WorkspacePath.of(path);
    return run.locations().stream()
        .anyMatch(
            at ->
                at instanceof PathLocation.Inside inside
                    && !inside.path().isRoot()
                    && file.within(inside.path()));
  }

  /// Whether Git shows contents regardless of their attributes, or unknown ones.
  private boolean showsAnything(InnerCommand inner) {
    List<String> argv = inner.command().argv();
    if (!(packs.read(argv) instanceof PackReading.Known known)) {
      return true;
    }
    return SHOWING.matcher(known.commandId()).matches()
        && (!(inner instanceof InnerCommand.ExactCommand)
            || (!known.commandId().equals(ARCHIVE)
                && argv.stream().anyMatch(word -> AS_TEXT.matcher(word).matches()))
            || (PATCHES.matcher(known.commandId()).matches() && !argv.contains(NO_BINARY))
            || (FOLLOWING.matcher(known.commandId()).matches()
                && argv.stream().anyMatch(word -> LINES.matcher(word).matches())));
  }

  private boolean archives(InnerCommand inner) {
    return packs.read(inner.command().argv()) instanceof PackReading.Known known
        && known.commandId().equals(ARCHIVE);
  }

  /// Whether Git makes an archive in which files have other paths than the attributes are about, or
  /// for which the work tree's attributes hold.
  private boolean archivesPart(Effect.RunCommand run, Command command) {
    return archives(new InnerCommand.ExactCommand(command))
        && (!run.directory().toString().equals(".")
            || !command.directory().plain().isEmpty()
            || command.argv().stream().anyMatch(word -> PART.matcher(word).matches()));
  }

  /// Possible object ids, whose contents would be shown.
  private List<String> numbers(InnerCommand inner) {
    List<String> argv = inner.command().argv();
    List<String> found = new ArrayList<>();
    if (packs.read(argv) instanceof PackReading.Known known
        && READING.containsAll(known.effects())
        && (!SHOWING.matcher(known.commandId()).matches()
            || (known.commandId().equals("git.cat-file")
                && argv.stream().anyMatch(ABOUT::contains)))) {
      return found;
    }
    for (String word : argv.subList(1, argv.size())) {
      String value = word.startsWith("-") ? word.substring(word.indexOf('=') + 1) : word;
      for (String end : BETWEEN.split(value, -1)) {
        String revision = end.startsWith("^") ? end.substring(1) : end;
        int colon = revision.indexOf(':');
        String object = colon > 0 ? revision.substring(0, colon) : revision;
        Matcher number = NUMBER.matcher(object);
        if (object.indexOf('\n') < 0 && (number.matches() || PEELED.matcher(object).matches())) {
          found.add(object.replaceFirst("\\^[@!-].*$", ""));
        }
      }
    }
    return found;
  }
}
