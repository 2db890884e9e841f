// Implements: docs/spec/07-commands.md §7.2 (Denylist)
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What no mode runs and no configuration permits. It is judged on the parsed tree, so that text
/// that is only mentioned is harmless and other spellings are not. It is a comfort for people: the
/// boundary is the sandbox.
public final class Denylist {
  /// The rules that are built in, and no others.
  public static final Denylist BUILT_IN = new Denylist(List.of());

  private static final Set<String> PRIVILEGE =
      Set.of(
          "sudo",
          "su",
          "doas",
          "pkexec",
          "chroot",
          "sudoedit",
          "runuser",
          "run0",
          "gksudo",
          "gksu",
          "kdesu",
          "setcap",
          "visudo",
          "vipw",
          "newgrp",
          "dzdo",
          "pfexec");

  private static final Set<String> DISKS =
      Set.of(
          "mke2fs",
          "mkswap",
          "mkdosfs",
          "mkntfs",
          "mkexfatfs",
          "wipefs",
          "fdisk",
          "sfdisk",
          "cfdisk",
          "gdisk",
          "sgdisk",
          "cgdisk",
          "parted",
          "blkdiscard",
          "hdparm",
          "badblocks",
          "cryptsetup",
          "pvcreate",
          "pvremove",
          "vgremove",
          "lvremove",
          "dmsetup",
          "mdadm");

  private static final Set<String> SHUTDOWN =
      Set.of("shutdown", "reboot", "halt", "poweroff", "telinit", "kexec", "killall5");

  private static final Set<String> SYSTEMCTL =
      Set.of(
          "poweroff",
          "reboot",
          "halt",
          "kexec",
          "soft-reboot",
          "suspend",
          "hibernate",
          "hybrid-sleep",
          "rescue",
          "emergency",
          "exit");

  private final List<Command> custom;

  /// With further patterns.
  ///
  /// @param custom each command of them is a pattern of the first words of commands: `*` stands
  ///     for any one word, or for any part of one
  public Denylist(List<CommandLine> custom) {
    this.custom = custom.stream().flatMap(line -> line.commands().stream()).toList();
  }

  /// Why the line must not run, if it must not. Patterns and `~` that are not expanded count as
  /// all that they could be.
  public Optional<Barred> judge(CommandLine line, Ground ground) {
    return judge(line, ground, 0);
  }

  private Optional<Barred> judge(CommandLine line, Ground ground, int depth) {
    List<Stage> stages =
        line.steps().stream().map(step -> new Stage(unwrapped(step.pipeline()))).toList();
    Stream<Optional<Barred>> single =
        stages.stream()
            .flatMap(stage -> stage.commands().stream())
            .flatMap(unwrapping -> unwrapping.seen().stream())
            .map(command -> judge(command, ground));
    Stream<Optional<Barred>> together =
        Stream.concat(
            stages.stream().map(stage -> piped(stage.commands(), ground)),
            Stream.of(downloadedAndRun(stages)));
    Stream<Optional<Barred>> nested =
        depth == Unwrapping.MAX_DEPTH
            ? Stream.empty()
            : stages.stream()
                .flatMap(stage -> stage.commands().stream())
                .flatMap(
                    unwrapping ->
                        Stream.concat(
                            unwrapping.scripts().stream()
                                .map(script -> judge(script, ground, depth + 1)),
                            // Guesses aren't guessed about any further.
                            unwrapping.suspects().stream()
                                .map(suspect -> judge(suspect, ground, Unwrapping.MAX_DEPTH))));
    return Stream.of(single, together, nested)
        .flatMap(barred -> barred)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// A pipeline, each command of which is seen through.
  private record Stage(List<Unwrapping> commands) {}

  private static List<Unwrapping> unwrapped(Pipeline pipeline) {
    return pipeline.commands().stream().map(Unwrapping::through).toList();
  }

  private Optional<Barred> judge(Command command, Ground ground) {
    String name = command.programName();
    Optional<Barred> named = named(name, command);
    if (named.isPresent()) {
      return named;
    }
    WrittenFiles files = new WrittenFiles(ground);
    return Stream.of(
            modes(command),
            copied(command, ground, files),
            new Removal(ground).judge(command),
            deletedByFind(command, ground),
            files.judge(command),
            customized(command))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Barred> named(String name, Command command) {
    List<String> arguments = command.argv().subList(1, command.argv().size());
    if (name.equals("writ")) {
      return barred("writ", "Writ can't be run by what it governs");
    }
    if (PRIVILEGE.contains(name)) {
      return barred("privilege", name + " changes privileges");
    }
    if (DISKS.contains(name) || name.matches("(mkfs|newfs)([._].*)?")) {
      return barred("disk", name + " changes disks");
    }
    boolean stops =
        SHUTDOWN.contains(name)
            || (name.equals("systemctl") && arguments.stream().anyMatch(SYSTEMCTL::contains))
            || (name.equals("init")
                && arguments.stream().anyMatch(word -> word.matches("[0-6sS]")));
    if (stops) {
      return barred("shutdown", name + " stops the machine");
    }
    if (name.equals("kill") && arguments.stream().skip(1).anyMatch("-1"::equals)) {
      return barred("kill-all", "kill -1 ends all processes");
    }
    boolean lists = arguments.equals(List.of("-l"));
    return name.equals("crontab") && !lists
        ? barred("write-cron", "crontab changes what runs later")
        : Optional.empty();
  }

  private static Optional<Barred> barred(String rule, String reason) {
    return Optional.of(new Barred("deny." + rule, reason));
  }

  private static Optional<Barred> modes(Command command) {
    List<Modes> modes = Modes.of(command).toList();
    if (modes.stream().anyMatch(Modes::setuid)) {
      return barred("privilege", command.programName() + " sets a setuid bit");
    }
    return modes.stream().anyMatch(Modes::everythingToAll)
        ? barred("mode-777", command.programName() + " lets everybody write and run it")
        : Optional.empty();
  }

  private static Optional<Barred> copied(Command command, Ground ground, WrittenFiles files) {
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
  private static Optional<Barred> deletedByFind(Command command, Ground ground) {
    if (!isFind(command)) {
      return Optional.empty();
    }
    Unwrapping inner = Unwrapping.through(command);
    boolean removes =
        Stream.concat(
                inner.seen().stream(),
                inner.suspects().stream().flatMap(line -> line.commands().stream()))
            .anyMatch(Removal::isRemover);
    return removes ? removed(Removal.roots(command), command, ground) : Optional.empty();
  }

  private static boolean isFind(Command command) {
    return command.programName().matches("g?find");
  }

  private static Optional<Barred> removed(List<Word> words, Command command, Ground ground) {
    Removal removal = new Removal(ground);
    return words.stream().flatMap(word -> removal.judge(command, word).stream()).findFirst();
  }

  private Optional<Barred> customized(Command command) {
    return custom.stream()
        .filter(pattern -> isPrefix(pattern, command))
        .findFirst()
        .map(
            pattern ->
                new Barred("deny.custom", "safety.blocked_commands has " + pattern.written()));
  }

  private static boolean isPrefix(Command pattern, Command command) {
    List<Word> words = pattern.words();
    boolean byPath = pattern.program().contains("/");
    String program = byPath ? command.program() : command.programName();
    if (words.size() > command.words().size() || !Target.matches(words.getFirst(), program)) {
      return false;
    }
    for (int i = 1; i < words.size(); i++) {
      if (!Target.matches(words.get(i), command.argv().get(i))) {
        return false;
      }
    }
    return true;
  }

  /// What is dangerous because of what comes before it in a pipeline.
  private Optional<Barred> piped(List<Unwrapping> stages, Ground ground) {
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
              .flatMap(writer -> fed(writer, readers.getLast(), collects, runs, ground).stream())
              .findFirst();
      if (fed.isPresent()) {
        return fed;
      }
      before.addAll(readers);
    }
    return Optional.empty();
  }

  /// What a command would do with the words that another one writes.
  private Optional<Barred> fed(
      Command writer, Command reader, boolean collects, boolean runs, Ground ground) {
    if (isFind(writer) && collects && Removal.isRemover(reader)) {
      return removed(Removal.roots(writer), writer, ground);
    }
    if (!Set.of("echo", "printf").contains(writer.programName()) || !(collects || runs)) {
      return Optional.empty();
    }
    String text =
        String.join(" ", writer.argv().subList(1, writer.argv().size())).replace("\\n", " ");
    String line = (collects ? reader.written() + " " : "") + text;
    return CommandParser.parse(line) instanceof Parsed.Line(CommandLine made)
        ? judge(made.each(command -> command.in(reader.directory())), ground, Unwrapping.MAX_DEPTH)
        : Optional.empty();
  }

  /// A file that one step downloads and a later one runs.
  private static Optional<Barred> downloadedAndRun(List<Stage> stages) {
    Set<String> files = new HashSet<>();
    for (Stage stage : stages) {
      List<Command> seen =
          stage.commands().stream().flatMap(unwrapping -> unwrapping.seen().stream()).toList();
      if (seen.stream().flatMap(Downloads::run).anyMatch(files::contains)) {
        return barred("download-run", "it would run what it downloads");
      }
      seen.stream().flatMap(Downloads::files).forEach(files::add);
    }
    return Optional.empty();
  }
}
