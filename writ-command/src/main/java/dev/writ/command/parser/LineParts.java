// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandCharacters;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.LineProgress;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.PartResult;
import dev.writ.command.language.Pipeline;
import dev.writ.command.language.WordExpansion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The commands that must run before words of a line are known, and the results of those that ran.
/// The same text with the same results parses the same, so each result meets its own part.
final class LineParts {
  /// How many parts may run before a line is known.
  static final int MAX_PARTS = 100;

  private final @Nullable WordExpansion world;
  private final LineProgress progress;
  private final Iterator<PartResult> done;
  private final boolean more;
  private final Deque<OpenList> open = new ArrayDeque<>();
  private ParsedCommand.@Nullable ParsedPart wanted;
  private int status;
  private int substituted;
  private int loops;

  /// For a line that is known as a whole, or refused.
  LineParts() {
    this(null, LineProgress.none(), false);
  }

  LineParts(WordExpansion world, LineProgress progress) {
    this(world, progress, progress.done().size() < MAX_PARTS);
  }

  private LineParts(@Nullable WordExpansion world, LineProgress progress, boolean more) {
    this.world = world;
    this.progress = progress;
    this.done = progress.done().iterator();
    this.more = more;
  }

  /// Whether everything has run that stands before a place.
  private enum Reach {
    REACHED,
    /// The place never runs.
    SKIPPED,
    /// The commands before it are the next part.
    WAITING,
    UNKNOWN
  }

  /// The part that must run now, null if the line is known or refused.
  ParsedCommand.@Nullable ParsedPart wanted() {
    return wanted;
  }

  /// A list begins, which runs when what stands before it has run.
  ///
  /// @param steps what is read of it
  /// @param place where it runs
  /// @param texts gives a line the texts of its here-documents
  OpenList begin(List<LineStep> steps, CommandWord place, UnaryOperator<CommandLine> texts) {
    OpenList list = new OpenList(steps, place, texts, OpenList.Course.CERTAIN);
    open.addLast(list);
    return list;
  }

  /// Something begins around lists.
  void begin(OpenList.Course course) {
    begin(course, List.of());
  }

  /// The same behind what decides whether those lists run.
  ///
  /// @param deciding what is read of it
  void begin(OpenList.Course course, List<LineStep> deciding) {
    open.addLast(new OpenList(deciding, Command.HERE, UnaryOperator.identity(), course));
  }

  /// The innermost open part has ended.
  void end() {
    open.removeLast();
  }

  /// The value of a substitution of that line, null if unknown.
  ///
  /// @param place where it runs
  @Nullable String output(CommandLine line, CommandWord place) {
    return switch (reach()) {
      case SKIPPED -> PartResult.UNKNOWN.words(); // discarded
      case REACHED -> {
        if (done.hasNext()) {
          PartResult result = done.next();
          substituted = result.status();
          yield isText(result.words()) ? result.words() : null;
        }
        if (!OpenList.asksForStatus(
            line)) { // of commands before the line, which the part does not receive
          want(OpenList.placed(line, place), true);
        }
        yield null;
      }
      case WAITING, UNKNOWN -> null;
    };
  }

  /// The status of what stands before this place, null where that isn't known.
  @Nullable Integer status() {
    return switch (reach()) {
      case SKIPPED -> PartResult.UNKNOWN.status();
      case REACHED -> status;
      case WAITING, UNKNOWN -> null;
    };
  }

  /// Whether a pipeline has patterns that can't be expanded before what stands before it has run.
  ///
  /// @param expecting as for [#delaysPatterns]
  boolean delays(Pipeline pipeline, boolean expecting) {
    return pipeline.commands().stream()
            .flatMap(command -> command.words().stream())
            .anyMatch(LineParts::isPattern)
        && delaysPatterns(expecting);
  }

  private static boolean isPattern(CommandWord word) {
    return word instanceof CommandWord.Pattern
        || word instanceof CommandWord.Home(CommandWord.Pattern _);
  }

  /// Whether patterns that stand here can't be expanded before what stands before them has run,
  /// which may also be unknown.
  ///
  /// @param expecting whether the text of a here-document is still to come: what stands before it
  ///     can't run yet
  boolean delaysPatterns(boolean expecting) {
    WordExpansion looking = world;
    if (looking == null
        || open.stream().noneMatch(list -> list.isUnfinished() && looking.mayChange(list.line()))) {
      return false;
    }
    if (expecting) {
      return true;
    }
    Reach reach = reach();
    return reach == Reach.WAITING || reach == Reach.UNKNOWN;
  }

  /// The words of the next loop.
  ///
  /// @param found finds it
  List<String> values(Supplier<List<String>> found) {
    return progress.values(loops++, found);
  }

  /// A step with what is known of it: an assignment fails with its substitution, and a status that
  /// is asked for just behind what has run is known.
  CommandClause known(OpenList list, CommandClause clause) {
    int own = substituted;
    substituted = 0;
    if (list.isSkipping()) {
      return clause; // it leaves no status
    }
    if (OpenList.isNothing(clause)) {
      status = own;
      return own == 0 ? clause : OpenList.result(own);
    }
    return list.isBehindPart() && clause instanceof Pipeline pipeline
        ? new Pipeline(
            pipeline.commands().stream().map(command -> command.after(status)).toList(),
            pipeline.negated())
        : clause;
  }

  private Reach reach() {
    if (open.stream().anyMatch(OpenList::isPassingOver)) {
      return Reach.SKIPPED;
    }
    // Also where results are there: they are of other places then.
    if (!isCertain()) {
      return Reach.UNKNOWN;
    }
    for (OpenList list : open) {
      if (list.isUnfinished()) {
        if (!done.hasNext()) {
          return want(list.line(), false) ? Reach.WAITING : Reach.UNKNOWN;
        }
        status = done.next().status();
        list.finish(status);
      }
      if (list.isPassingOver()) {
        return Reach.SKIPPED;
      }
    }
    return Reach.REACHED;
  }

  private boolean isCertain() {
    boolean substituted = false;
    for (OpenList list : open) {
      substituted |= list.course() == OpenList.Course.SUBSTITUTED;
      if (list.course() == OpenList.Course.UNSURE || (substituted && list.isUnfinished())) {
        return false;
      }
    }
    return true;
  }

  private boolean want(CommandLine line, boolean isSubstitution) {
    if (more) {
      wanted = new ParsedCommand.ParsedPart(line, isSubstitution);
    }
    return more;
  }

  /// A word that cannot be typed cannot be a word of a line.
  private static boolean isText(String words) {
    for (int i = 0; i < words.length(); i = words.offsetByCodePoints(i, 1)) {
      if (CommandCharacters.fault(words, i, true) != null) {
        return false;
      }
    }
    return true;
  }
}
