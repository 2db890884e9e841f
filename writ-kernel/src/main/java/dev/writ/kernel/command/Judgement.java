// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// The judgement of command lines on one ground.
final class Judgement {
  private static final Set<String> COPIERS = Set.of("dd", "gdd", "dcfldd");
  private static final Target ZEROS = Target.rule("/dev/zero", "");
  private static final Set<String> PRINTERS = Set.of("echo", "printf");

  private final Function<Command, Optional<Barred>> custom;
  private final Ground ground;
  private final Removal removal;
  private final WrittenFiles files;

  /// @param custom what a person has barred besides
  Judgement(Function<Command, Optional<Barred>> custom, Ground ground) {
    this.custom = custom;
    this.ground = ground;
    this.removal = new Removal(ground);
    this.files = new WrittenFiles(ground);
  }

  boolean isOn(Ground other) {
    // Not Ground#equals: it is spun at first use, which no start can wait for.
    return ground.workingDirectory().equals(other.workingDirectory())
        && ground.root().equals(other.root())
        && ground.home().equals(other.home())
        && ground.blocked().equals(other.blocked());
  }

  Optional<Barred> of(CommandLine line) {
    return judge(line, true);
  }

  /// @param outermost whether the lines in this one are still to be judged
  private Optional<Barred> judge(CommandLine line, boolean outermost) {
    List<Pipeline> pipelines = line.pipelines();
    List<List<Unwrapping>> stages = new ArrayList<>(pipelines.size());
    for (Pipeline pipeline : pipelines) {
      List<Unwrapping> stage = new ArrayList<>(pipeline.commands().size());
      for (Command command : pipeline.commands()) {
        stage.add(Unwrapping.through(command));
      }
      stages.add(stage);
    }
    Optional<Barred> barred = single(stages);
    for (int i = 0; i < stages.size() && barred.isEmpty(); i++) {
      barred = piped(stages.get(i));
    }
    if (barred.isEmpty()) {
      barred = downloadedAndRun(stages);
    }
    return barred.isEmpty() && outermost ? nested(stages) : barred;
  }

  private Optional<Barred> single(List<List<Unwrapping>> stages) {
    for (List<Unwrapping> stage : stages) {
      for (Unwrapping unwrapping : stage) {
        for (Command command : unwrapping.seen()) {
          Optional<Barred> barred = judge(command);
          if (barred.isPresent()) {
            return barred;
          }
        }
      }
    }
    return Optional.empty();
  }

  /// The lines in a line.
  private Optional<Barred> nested(List<List<Unwrapping>> stages) {
    for (List<Unwrapping> stage : stages) {
      for (Unwrapping unwrapping : stage) {
        List<CommandLine> inner = new ArrayList<>(unwrapping.scripts());
        inner.addAll(unwrapping.suspects());
        for (CommandLine line : inner) {
          Optional<Barred> barred = judge(line, false);
          if (barred.isPresent()) {
            return barred;
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Barred> judge(Command command) {
    Optional<Barred> barred = ForbiddenPrograms.judge(command);
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

  private Optional<Barred> copied(Command command) {
    if (!COPIERS.contains(command.programName())) {
      return Optional.empty();
    }
    for (Word word : command.arguments()) {
      String text = word.plain();
      Word path = new Word.Literal(text.substring(text.indexOf('=') + 1));
      boolean isZero = Target.of(path, command.directory(), ground).mayBe(ZEROS);
      if (text.startsWith("if=") && isZero) {
        return barred("dd", "dd from /dev/zero overwrites");
      }
      if (text.startsWith("of=") && files.isDevice(command, path)) {
        return barred("dd", "dd onto the device " + Letters.visible(path.plain()));
      }
    }
    return Optional.empty();
  }

  /// `find / -exec rm`: the program that removes is another command than the one that begins there.
  private Optional<Barred> deletedByFind(Command command) {
    if (!isFind(command)) {
      return Optional.empty();
    }
    Unwrapping inner = Unwrapping.through(command);
    List<Command> started = new ArrayList<>(inner.seen());
    inner.suspects().forEach(line -> started.addAll(line.commands()));
    boolean removes = anyOf(started, Removal::isRemover);
    return removes ? removed(Removal.roots(command), command) : Optional.empty();
  }

  private static boolean isFind(Command command) {
    String name = command.programName();
    return name.equals("find") || name.equals("gfind");
  }

  private Optional<Barred> removed(List<Word> words, Command command) {
    for (Word word : words) {
      Optional<Barred> barred = removal.judge(command, word);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  /// What is dangerous because of what comes before it in a pipeline.
  private Optional<Barred> piped(List<Unwrapping> stages) {
    Optional<Barred> told = told(stages);
    if (stages.size() == 1 || told.isPresent()) {
      return told;
    }
    List<Command> before = new ArrayList<>();
    for (Unwrapping stage : stages) {
      List<Command> readers = stage.seen();
      boolean runs = anyOf(readers, Downloads::runsStandardInput);
      if (runs && anyOf(before, Downloads::isForeign)) {
        return barred("download-run", "an interpreter would run what is downloaded or decoded");
      }
      boolean collects = anyOf(readers, Judgement::isXargs);
      if (collects
          && Downloads.runsNextArgument(readers.getLast())
          && anyOf(before, Downloads::isForeign)) {
        return barred("download-run", "an interpreter would run what is downloaded or decoded");
      }
      for (Command writer : before) {
        Optional<Barred> fed = fed(writer, readers.getLast(), collects, runs);
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

  /// What a command would do with the words that another one writes.
  private Optional<Barred> fed(Command writer, Command reader, boolean collects, boolean runs) {
    if (isFind(writer) && collects && Removal.isRemover(reader)) {
      return removed(Removal.roots(writer), writer);
    }
    if (!(collects || runs)) {
      return Optional.empty();
    }
    for (String text : printed(writer)) {
      Optional<Barred> barred = read(text, reader, collects);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  /// What a command surely writes, as far as its own words tell.
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
  private Optional<Barred> read(String text, Command reader, boolean collects) {
    String line = collects ? reader.written() + " " + text.replace('\n', ' ') : text;
    List<CommandLine> lines = new ArrayList<>();
    if (CommandParser.parse(line) instanceof Parsed.Line(CommandLine made)) {
      lines.add(made.each(command -> command.in(reader.directory())));
    }
    if (reader.input().isPresent()) {
      lines.addAll(Layer.suspects(List.of(new Word.Literal(text + " "))));
      lines.addAll(
          InterpretedCode.suspects(
              reader.with(List.of(reader.words().getFirst(), new Word.Literal(text)))));
    }
    for (CommandLine suspect : lines) {
      Optional<Barred> barred = judge(suspect, false);
      if (barred.isPresent()) {
        return barred;
      }
    }
    return Optional.empty();
  }

  /// What commands do with texts in the line itself.
  private Optional<Barred> told(List<Unwrapping> stages) {
    for (Unwrapping stage : stages) {
      Command reader = stage.seen().getLast();
      boolean collects = anyOf(stage.seen(), Judgement::isXargs);
      if (reader.input().isPresent()
          && (collects || anyOf(stage.seen(), Downloads::runsStandardInput))) {
        Command bare = collects ? reader.redirected(List.of()) : reader;
        Optional<Barred> barred = read(reader.input().get(), bare, collects);
        if (barred.isPresent()) {
          return barred;
        }
      }
    }
    return Optional.empty();
  }

  /// A file that one step downloads and a later one runs.
  private static Optional<Barred> downloadedAndRun(List<List<Unwrapping>> stages) {
    if (stages.size() == 1) {
      return Optional.empty();
    }
    Set<String> files = new HashSet<>();
    for (List<Unwrapping> stage : stages) {
      List<Command> seen = new ArrayList<>();
      for (Unwrapping unwrapping : stage) {
        seen.addAll(unwrapping.seen());
      }
      if (!files.isEmpty() && seen.stream().flatMap(Downloads::run).anyMatch(files::contains)) {
        return barred("download-run", "it would run what it downloads");
      }
      for (Command command : seen) {
        if (Downloads.fetches(command)) {
          Downloads.files(command).forEach(files::add);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Barred> barred(String rule, String reason) {
    return Optional.of(new Barred("deny." + rule, reason));
  }
}
