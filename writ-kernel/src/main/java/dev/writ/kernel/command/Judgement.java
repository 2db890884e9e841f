// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The judgement of one command line on one ground.
final class Judgement {
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

  Optional<Barred> of(CommandLine line) {
    return judge(line, true);
  }

  /// A pipeline, each command of which is seen through.
  private record Stage(List<Unwrapping> commands) {
    Stage(Pipeline pipeline) {
      this(pipeline.commands().stream().map(Unwrapping::through).toList());
    }

    Stream<Command> seen() {
      return commands.stream().flatMap(unwrapping -> unwrapping.seen().stream());
    }
  }

  /// @param outermost whether the lines in this one are still to be judged
  private Optional<Barred> judge(CommandLine line, boolean outermost) {
    List<Stage> stages = line.steps().stream().map(step -> new Stage(step.pipeline())).toList();
    Stream<Optional<Barred>> single = stages.stream().flatMap(Stage::seen).map(this::judge);
    Stream<Optional<Barred>> together =
        Stream.concat(
            stages.stream().map(stage -> piped(stage.commands())),
            Stream.of(downloadedAndRun(stages)));
    Stream<Optional<Barred>> nested =
        stages.stream()
            .filter(stage -> outermost)
            .flatMap(stage -> stage.commands().stream())
            .flatMap(
                unwrapping ->
                    Stream.concat(unwrapping.scripts().stream(), unwrapping.suspects().stream()))
            .map(inner -> judge(inner, false));
    return Stream.of(single, together, nested)
        .flatMap(barred -> barred)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Barred> judge(Command command) {
    return Stream.<Function<Command, Optional<Barred>>>of(
            ForbiddenPrograms::judge,
            this::copied,
            removal::judge,
            this::deletedByFind,
            files::judge,
            custom)
        .flatMap(rule -> rule.apply(command).stream())
        .findFirst();
  }

  private Optional<Barred> copied(Command command) {
    if (!command.programName().matches("g?dd|dcfldd")) {
      return Optional.empty();
    }
    for (Word word : command.arguments()) {
      String text = word.plain();
      Word path = new Word.Literal(text.substring(text.indexOf('=') + 1));
      boolean isZero =
          Target.of(path, command.directory(), ground).mayBe(Target.rule("/dev/zero", ""));
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
    boolean removes =
        Stream.concat(
                inner.seen().stream(),
                inner.suspects().stream().flatMap(line -> line.commands().stream()))
            .anyMatch(Removal::isRemover);
    return removes ? removed(Removal.roots(command), command) : Optional.empty();
  }

  private static boolean isFind(Command command) {
    return command.programName().matches("g?find");
  }

  private Optional<Barred> removed(List<Word> words, Command command) {
    return words.stream().flatMap(word -> removal.judge(command, word).stream()).findFirst();
  }

  /// What is dangerous because of what comes before it in a pipeline.
  private Optional<Barred> piped(List<Unwrapping> stages) {
    List<Command> before = new ArrayList<>();
    for (Unwrapping stage : stages) {
      List<Command> readers = stage.seen();
      boolean runs = readers.stream().anyMatch(Downloads::runsStandardInput);
      if (runs && before.stream().anyMatch(Downloads::isForeign)) {
        return barred("download-run", "an interpreter would run what is downloaded or decoded");
      }
      boolean collects =
          readers.stream().anyMatch(reader -> reader.programName().matches("g?xargs"));
      Optional<Barred> fed =
          before.stream()
              .flatMap(writer -> fed(writer, readers.getLast(), collects, runs).stream())
              .findFirst();
      if (fed.isPresent()) {
        return fed;
      }
      before.addAll(readers);
    }
    return Optional.empty();
  }

  /// What a command would do with the words that another one writes.
  private Optional<Barred> fed(Command writer, Command reader, boolean collects, boolean runs) {
    if (isFind(writer) && collects && Removal.isRemover(reader)) {
      return removed(Removal.roots(writer), writer);
    }
    if (!Set.of("echo", "printf").contains(writer.programName()) || !(collects || runs)) {
      return Optional.empty();
    }
    String text =
        String.join(" ", writer.argv().subList(1, writer.argv().size())).replace("\\n", " ");
    String line = (collects ? reader.written() + " " : "") + text;
    return CommandParser.parse(line) instanceof Parsed.Line(CommandLine made)
        ? judge(made.each(command -> command.in(reader.directory())), false)
        : Optional.empty();
  }

  /// A file that one step downloads and a later one runs.
  private static Optional<Barred> downloadedAndRun(List<Stage> stages) {
    Set<String> files = new HashSet<>();
    for (Stage stage : stages) {
      List<Command> seen = stage.seen().toList();
      if (seen.stream().flatMap(Downloads::run).anyMatch(files::contains)) {
        return barred("download-run", "it would run what it downloads");
      }
      seen.stream().flatMap(Downloads::files).forEach(files::add);
    }
    return Optional.empty();
  }

  private static Optional<Barred> barred(String rule, String reason) {
    return Optional.of(new Barred("deny." + rule, reason));
  }
}
