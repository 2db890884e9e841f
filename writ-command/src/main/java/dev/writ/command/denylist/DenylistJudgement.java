// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandCharacters;
import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.Pipeline;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.unwrap.CommandLayer;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.DownloadedCode;
import dev.writ.command.unwrap.InterpretedCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// The judgement of command lines on one ground.
final class DenylistJudgement {
  private static final Set<String> COPIERS = Set.of("dd", "gdd", "dcfldd");
  private static final CommandTarget ZEROS = CommandTarget.rule("/dev/zero", "");
  private static final Set<String> PRINTERS = Set.of("echo", "printf");

  private final Function<Command, Optional<BarredCommand>> custom;
  private final CommandContext context;
  private final RemovalTargets removal;
  private final WrittenFiles files;

  /// @param custom what a person has barred besides
  DenylistJudgement(Function<Command, Optional<BarredCommand>> custom, CommandContext context) {
    this.custom = custom;
    this.context = context;
    this.removal = new RemovalTargets(context);
    this.files = new WrittenFiles(context);
  }

  boolean isOn(CommandContext other) {
    // Not Ground#equals: it is spun at first use, which no start can wait for.
    return context.workingDirectory().equals(other.workingDirectory())
        && context.root().equals(other.root())
        && context.home().equals(other.home())
        && context.blocked().equals(other.blocked());
  }

  Optional<BarredCommand> of(CommandLine line) {
    return judge(line, true);
  }

  /// @param outermost whether the lines in this one are still to be judged
  private Optional<BarredCommand> judge(CommandLine line, boolean outermost) {
    List<Pipeline> pipelines = line.pipelines();
    List<List<CommandUnwrapping>> stages = new ArrayList<>(pipelines.size());
    for (Pipeline pipeline : pipelines) {
      List<CommandUnwrapping> stage = new ArrayList<>(pipeline.commands().size());
      for (Command command : pipeline.commands()) {
        stage.add(CommandUnwrapping.through(command));
      }
      stages.add(stage);
    }
    Optional<BarredCommand> barred = single(stages);
    for (int i = 0; i < stages.size() && barred.isEmpty(); i++) {
      barred = piped(stages.get(i));
    }
    if (barred.isEmpty()) {
      barred = downloadedAndRun(stages);
    }
    return barred.isEmpty() && outermost ? nested(stages) : barred;
  }

  private Optional<BarredCommand> single(List<List<CommandUnwrapping>> stages) {
    for (List<CommandUnwrapping> stage : stages) {
      for (CommandUnwrapping unwrapping : stage) {
        for (Command command : unwrapping.seen()) {
          Optional<BarredCommand> barred = judge(command);
          if (barred.isPresent()) {
            return barred;
          }
        }
      }
    }
    return Optional.empty();
  }

  /// The lines in a line.
  private Optional<BarredCommand> nested(List<List<CommandUnwrapping>> stages) {
    for (List<CommandUnwrapping> stage : stages) {
      for (CommandUnwrapping unwrapping : stage) {
        List<CommandLine> inner = new ArrayList<>(unwrapping.scripts());
        inner.addAll(unwrapping.suspects());
        for (CommandLine line : inner) {
          Optional<BarredCommand> barred = judge(line, false);
          if (barred.isPresent()) {
            return barred;
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<BarredCommand> judge(Command command) {
    Optional<BarredCommand> barred = ForbiddenPrograms.judge(command);
    if (barred.isEmpty()) {
      barred = copied(command);
    }
    if (barred.isEmpty()) {
      barred = removal.judge(command);
    }
    if (barred.isEmpty()) {
      barred = deletedByFind(command);
    }
    if (barred.isEmpty()) {
      barred = files.judge(command);
    }
    return barred.isEmpty() ? custom.apply(command) : barred;
  }

  private Optional<BarredCommand> copied(Command command) {
    if (!COPIERS.contains(command.programName())) {
      return Optional.empty();
    }
    for (CommandWord word : command.arguments()) {
      String text = word.plain();
      CommandWord path = new CommandWord.Literal(text.substring(text.indexOf('=') + 1));
      boolean isZero = CommandTarget.of(path, command.directory(), context).mayBe(ZEROS);
      if (text.startsWith("if=") && isZero) {
        return barred("dd", "dd from /dev/zero overwrites");
      }
      if (text.startsWith("of=") && files.isDevice(command, path)) {
        return barred("dd", "dd onto the device " + CommandCharacters.visible(path.plain()));
      }
    }
    return Optional.empty();
  }

  /// `find / -exec rm`: the program that removes is another command than the one that begins there.
  private Optional<BarredCommand> deletedByFind(Command command) {
    if (!isFind(command)) {
      return Optional.empty();
    }
    CommandUnwrapping inner = CommandUnwrapping.through(command);
    List<Command> started = new ArrayList<>(inner.seen());
    inner.suspects().forEach(line -> started.addAll(line.commands()));
    boolean removes = anyOf(started, RemovalTargets::isRemover);
    return removes ? removed(RemovalTargets.roots(command), command) : Optional.empty();
  }

  private static boolean isFind(Command command) {
    String name = command.programName();
    return name.equals("find") || name.equals("gfind");
  }

  private Optional<BarredCommand> removed(List<CommandWord> words, Command command) {
    for (CommandWord word : words) {
      Optional<BarredCommand> barred = removal.judge(command, word);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  /// Commands that are dangerous because of earlier stages of a pipeline.
  private Optional<BarredCommand> piped(List<CommandUnwrapping> stages) {
    Optional<BarredCommand> told = judgeInput(stages);
    if (stages.size() == 1 || told.isPresent()) {
      return told;
    }
    List<Command> before = new ArrayList<>();
    for (CommandUnwrapping stage : stages) {
      List<Command> readers = stage.seen();
      boolean runs = anyOf(readers, DownloadedCode::runsStandardInput);
      if (runs && anyOf(before, DownloadedCode::isForeign)) {
        return barred("download-run", "an interpreter would run downloaded or decoded data");
      }
      boolean collects = anyOf(readers, DenylistJudgement::isXargs);
      if (collects
          && DownloadedCode.runsNextArgument(readers.getLast())
          && anyOf(before, DownloadedCode::isForeign)) {
        return barred("download-run", "an interpreter would run downloaded or decoded data");
      }
      for (Command writer : before) {
        Optional<BarredCommand> fed = fed(writer, readers.getLast(), collects, runs);
        if (fed.isPresent()) {
          return fed;
        }
      }
      before.addAll(readers);
    }
    return Optional.empty();
  }

  private static boolean anyOf(List<Command> commands, Predicate<Command> what) {
    for (Command command : commands) {
      if (what.test(command)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isXargs(Command command) {
    String name = command.programName();
    return name.equals("xargs") || name.equals("gxargs");
  }

  /// A command's use of words that another one writes.
  private Optional<BarredCommand> fed(
      Command writer, Command reader, boolean collects, boolean runs) {
    if (isFind(writer) && collects && RemovalTargets.isRemover(reader)) {
      return removed(RemovalTargets.roots(writer), writer);
    }
    if (!(collects || runs)) {
      return Optional.empty();
    }
    for (String text : printed(writer)) {
      Optional<BarredCommand> barred = read(text, reader, collects);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  /// The certain output of a command, judged by its own words.
  private static List<String> printed(Command writer) {
    List<String> texts = new ArrayList<>();
    writer.input().ifPresent(texts::add);
    // Without its format, too.
    int most =
        !PRINTERS.contains(writer.programName())
            ? 0
            : writer.programName().equals("printf") ? 2 : 1;
    for (int from = 1; from <= Math.min(most, writer.argv().size()); from++) {
      List<String> words = writer.argv().subList(from, writer.argv().size());
      texts.add(String.join(" ", words).replace("\\n", " "));
    }
    return texts;
  }

  /// A text that a command collects arguments from, or runs.
  private Optional<BarredCommand> read(String text, Command reader, boolean collects) {
    String line = collects ? reader.written() + " " + text.replace('\n', ' ') : text;
    List<CommandLine> lines = new ArrayList<>();
    if (CommandParser.parse(line) instanceof ParsedCommand.ParsedLine(CommandLine made)) {
      lines.add(made.each(command -> command.in(reader.directory())));
    }
    if (reader.input().isPresent()) {
      lines.addAll(CommandLayer.suspects(List.of(new CommandWord.Literal(text + " "))));
      lines.addAll(
          InterpretedCode.suspects(
              reader.with(List.of(reader.words().getFirst(), new CommandWord.Literal(text)))));
    }
    for (CommandLine suspect : lines) {
      Optional<BarredCommand> barred = judge(suspect, false);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  /// The use of texts in the line itself.
  private Optional<BarredCommand> judgeInput(List<CommandUnwrapping> stages) {
    for (CommandUnwrapping stage : stages) {
      Command reader = stage.seen().getLast();
      boolean collects = anyOf(stage.seen(), DenylistJudgement::isXargs);
      if (reader.input().isPresent()
          && (collects || anyOf(stage.seen(), DownloadedCode::runsStandardInput))) {
        Command bare = collects ? reader.redirected(List.of()) : reader;
        Optional<BarredCommand> barred = read(reader.input().get(), bare, collects);
        if (barred.isPresent()) {
          return barred;
        }
      }
    }
    return Optional.empty();
  }

  /// A file that one step downloads and a later one runs.
  private static Optional<BarredCommand> downloadedAndRun(List<List<CommandUnwrapping>> stages) {
    if (stages.size() == 1) {
      return Optional.empty();
    }
    Set<String> files = new HashSet<>();
    for (List<CommandUnwrapping> stage : stages) {
      List<Command> seen = new ArrayList<>();
      for (CommandUnwrapping unwrapping : stage) {
        seen.addAll(unwrapping.seen());
      }
      if (!files.isEmpty()
          && seen.stream().flatMap(DownloadedCode::run).anyMatch(files::contains)) {
        return barred("download-run", "it would run downloaded data");
      }
      for (Command command : seen) {
        if (DownloadedCode.fetches(command)) {
          DownloadedCode.files(command).forEach(files::add);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<BarredCommand> barred(String rule, String reason) {
    return Optional.of(new BarredCommand("deny." + rule, reason));
  }
}
