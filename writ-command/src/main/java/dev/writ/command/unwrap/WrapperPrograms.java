// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.PathText;
import dev.writ.command.parser.CommandParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The programs that run other programs, and how to see through each of them. Only options that
/// are known are passed over: behind one that isn't, anything may be the inner program.
public final class WrapperPrograms {
  /// @param operands how many arguments of its own stand before the command
  /// @param kept whether the program does something itself
  /// @param flags options without a value; `-#` for a number
  /// @param valued options with a value
  private record Shape(int operands, boolean kept, Set<String> flags, Set<String> valued) {}

  /// Names: operands, whether kept, flags : options with a value.
  private static final Map<String, Shape> SHAPES =
      table(
          """
          nohup eatmydata busybox toybox dbus-run-session fakeroot rlwrap unbuffer chronic|0|:
          caffeinate|0|-d -i -m -s -u : -t -w
          setsid|0|-c -f -w --ctty --fork --wait :
          nice|0|-# : -n --adjustment
          ionice|0|-t --ignore : -c -n --class --classdata
          timeout gtimeout|1|-v -f -p --verbose --foreground --preserve-status : -s -k --signal --kill-after
          stdbuf|0|: -i -o -e --input --output --error
          time gtime|0|-p -v --portability --verbose : -f --format
          command|0|-p :
          chrt|1|-b -f -i -o -r -d -a -v -R --batch --fifo --idle --other --rr --deadline : -T -P -D
          taskset|1|-a -c --cpu-list --all-tasks :
          strace ltrace|0|-f -c -C -q -t -T -v -x -y -i -r -k -n -w -S : -e -s -a
          chroot|1+|--skip-chdir : --userspec --groups
          sudo doas|0+|-n -E -H -S -b -k -A -P -s -i : -u -g -h -p -C -T -R -D -U --user --group
          pkexec|0+|--disable-internal-agent : --user
          runuser|0+|: -u -g -G --user
          unshare|0+|-r -m -n -p -i -u -U -f -C --fork --net --mount --pid --user --map-root-user --mount-proc :
          nsenter proot setpriv prlimit cgexec firejail|0+|:
          systemd-run|0+|--user --scope --wait --pipe --pty --quiet --collect -t -P -q -G -d -r : -p -u -E --property --unit --setenv --slice
          flock|1+|-s -x -e -n -u -F -o --shared --exclusive --nonblock --unlock --no-fork --close --verbose : -w -E --timeout --conflict-exit-code
          """);

  private static final Set<String> OPAQUE =
      Set.of(
          "ssh",
          "parallel",
          "sem",
          "at",
          "batch",
          "expect",
          "gdb",
          "lldb",
          "valgrind",
          "perf",
          "rr",
          "fish",
          "csh",
          "tcsh",
          "su",
          "script",
          "tmux",
          "screen",
          "entr",
          "capsh");

  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "rbash");

  private static final Set<String> WATCH_FLAGS =
      Set.of("-d", "-g", "-t", "-b", "-e", "-c", "-p", "-w", "--color", "--no-title", "--errexit");

  private static final Pattern ASSIGNMENT = Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*=.*");
  private static final Pattern LOADER =
      Pattern.compile("ld(-linux.*|-musl.*)?\\.so.*|ld-[0-9.]+\\.so");
  private static final Pattern NUMBER = Pattern.compile("-[0-9]+");
  private static final Pattern SHELL_LETTERS = Pattern.compile("[-+][a-rt-zA-Z]+");
  private static final Pattern SHELL_WORDS = Pattern.compile("--(login|norc|noprofile|posix)?");
  private static final Pattern ENV_SPLIT = Pattern.compile("(?s)-[iv0]*S.*|--split-string(=.*)?");
  private static final Pattern ENV_SPLIT_START =
      Pattern.compile("(?s)^(-[iv0]*S|--split-string=?)");
  private static final Pattern ENV_HARMLESS =
      Pattern.compile("(?s)-[iv0]*|--ignore-environment|--null|--debug|--unset=.*|-u.+");

  private WrapperPrograms() {}

  private static Map<String, Shape> table(String rows) {
    Map<String, Shape> table = new TreeMap<>();
    for (String row : rows.lines().toList()) {
      String[] columns = row.split("\\|", 3);
      String[] options = columns[2].split(":", 2);
      Shape shape =
          new Shape(
              columns[1].charAt(0) - '0',
              columns[1].endsWith("+"),
              Set.of(options[0].strip().split(" ", -1)),
              Set.of(options[1].strip().split(" ", -1)));
      for (String name : columns[0].split(" ", -1)) {
        table.put(name, shape);
      }
    }
    return table;
  }

  public static boolean isShell(String program) {
    return SHELLS.contains(program);
  }

  /// The program that the command runs.
  ///
  /// @param more whether it gets further arguments that are not known yet
  static CommandLayer layer(Command command, boolean more) {
    String name = command.programName();
    Shape shape = SHAPES.get(name);
    if (shape != null && !isSearch(command)) {
      return program(command, shape, more);
    }
    if (isShell(name)) {
      return shell(command);
    }
    if (name.startsWith("ld") && LOADER.matcher(name).matches()) {
      return program(command, new Shape(0, false, Set.of(), Set.of()), more);
    }
    return switch (name) {
      case "env", "genv" -> environment(command, more);
      case "find", "gfind" -> FoundArguments.find(command);
      case "xargs", "gxargs" -> FoundArguments.xargs(command);
      case "git" -> GitPrograms.layer(command);
      case "awk", "gawk", "mawk", "nawk" -> AwkProgram.layer(command);
      case "watch" -> watch(command);
      case "fd", "fdfind" -> FoundArguments.fd(command);
      default ->
          OPAQUE.contains(name) && !onlyTells(command)
              ? unseen(command)
              : ToolRunners.layer(command).orElseGet(() -> CommandLayer.plain(command));
    };
  }

  /// `command -v` only looks for a program.
  private static boolean isSearch(Command command) {
    List<CommandWord> words = command.words();
    return command.program().equals("command")
        && words.size() > 1
        && words.get(1).plain().equals("-v");
  }

  /// Without arguments, or asked for nothing but its version.
  private static boolean onlyTells(Command command) {
    return command.arguments().stream()
        .allMatch(word -> word.plain().equals("-V") || word.plain().equals("--version"));
  }

  static CommandLayer unseen(Command command) {
    return CommandLayer.opaque(
        command, command.programName() + " may run anything", command.arguments());
  }

  private static CommandLayer program(Command command, Shape shape, boolean more) {
    int start = skipOptions(command.words(), 1, shape.flags(), shape.valued());
    if (start < 0) {
      return unseen(command);
    }
    int begin = start + shape.operands();
    List<CommandWord> words = command.words();
    boolean isScript =
        begin < words.size() && Set.of("-c", "--command").contains(words.get(begin).plain());
    if (isScript && begin + 2 == words.size()) {
      return CommandLayer.script(command, words.getLast(), shape.kept());
    }
    return command.programName().equals("sudo")
        ? assigned(command, begin, true, more)
        : inner(command, begin, shape.kept(), more);
  }

  /// The words from there on as a command.
  private static CommandLayer inner(Command command, int begin, boolean kept, boolean more) {
    if (begin >= command.words().size()) {
      return more ? unseen(command) : CommandLayer.plain(command);
    }
    InnerCommand inner =
        new InnerCommand.ExactCommand(
            command.with(command.words().subList(begin, command.words().size())));
    return kept ? CommandLayer.kept(command, inner) : CommandLayer.transparent(inner);
  }

  /// The same with assignments before the inner program.
  private static CommandLayer assigned(Command command, int begin, boolean kept, boolean more) {
    List<CommandWord> words = command.words();
    Map<String, String> environment = new LinkedHashMap<>(command.environment());
    int start = begin;
    while (start < words.size() && ASSIGNMENT.matcher(words.get(start).plain()).matches()) {
      String text = words.get(start).plain();
      environment.put(text.substring(0, text.indexOf('=')), text.substring(text.indexOf('=') + 1));
      start++;
    }
    return inner(
        new Command(words, environment, command.redirections(), command.directory()),
        start,
        kept,
        more);
  }

  /// The index of the first word behind the options, -1 if one of them isn't known.
  static int skipOptions(List<CommandWord> words, int from, Set<String> flags, Set<String> valued) {
    int at = from;
    while (at < words.size() && isOption(words.get(at).plain())) {
      String word = words.get(at).plain();
      at++;
      if (word.equals("--")) {
        return at;
      }
      int value =
          word.startsWith("--") ? longOption(word, flags, valued) : bundle(word, flags, valued);
      if (value < 0) {
        return -1;
      }
      at += value;
    }
    return Math.min(at, words.size());
  }

  private static boolean isOption(String word) {
    return word.length() > 1 && word.charAt(0) == '-';
  }

  /// How many further words the option takes, -1 if it isn't known.
  private static int longOption(String word, Set<String> flags, Set<String> valued) {
    int equals = word.indexOf('=');
    if (equals > 0) {
      return valued.contains(word.substring(0, equals)) ? 0 : -1;
    }
    return flags.contains(word) ? 0 : valued.contains(word) ? 1 : -1;
  }

  private static int bundle(String word, Set<String> flags, Set<String> valued) {
    if (flags.contains("-#") && NUMBER.matcher(word).matches()) {
      return 0;
    }
    for (int i = 1; i < word.length(); i++) {
      String option = "-" + word.charAt(i);
      if (valued.contains(option)) {
        return i + 1 == word.length() ? 1 : 0;
      }
      if (!flags.contains(option)) {
        return -1;
      }
    }
    return 0;
  }

  private static CommandLayer environment(Command command, boolean more) {
    List<CommandWord> words = command.words();
    CommandWord place = command.directory();
    int at = 1;
    while (at < words.size() && words.get(at).plain().startsWith("-")) {
      String word = words.get(at).plain();
      String value = at + 1 < words.size() ? words.get(at + 1).plain() : "";
      at++;
      if (word.equals("--")) {
        break;
      } else if (word.equals("-u") || word.equals("--unset")) {
        at++;
      } else if (word.equals("-C") || word.equals("--chdir")) {
        place = PathText.entered(place, new CommandWord.Literal(value));
        at++;
      } else if (word.startsWith("--chdir=")) {
        place =
            PathText.entered(place, new CommandWord.Literal(word.substring("--chdir=".length())));
      } else if (ENV_SPLIT.matcher(word).matches()) {
        String attached = ENV_SPLIT_START.matcher(word).replaceFirst("");
        boolean isNext = attached.isEmpty();
        return split(command.in(place), isNext ? value : attached, isNext ? at + 1 : at);
      } else if (!ENV_HARMLESS.matcher(word).matches()) {
        return unseen(command);
      }
    }
    return assigned(command.in(place), at, false, more);
  }

  /// `env -S`: the text becomes arguments of `env`, in front of the others.
  private static CommandLayer split(Command command, String text, int rest) {
    List<CommandWord> words = new ArrayList<>(List.of(new CommandWord.Literal("env")));
    // The result has no program before `env`, so the text is read with one. Its backslashes have
    // another meaning than here.
    if (text.indexOf('\\') < 0
        && CommandParser.parse("env " + text) instanceof ParsedCommand.ParsedLine(CommandLine line)
        && line.commands().size() == 1
        && line.commands().getFirst().redirections().isEmpty()
        && rest <= command.words().size()) {
      line.commands().getFirst().arguments().stream()
          .map(CommandWord::plain)
          .map(CommandWord.Literal::new)
          .forEach(words::add);
      words.addAll(command.words().subList(rest, command.words().size()));
      return CommandLayer.transparent(new InnerCommand.ExactCommand(command.with(words)));
    }
    return unseen(command);
  }

  private static CommandLayer shell(Command command) {
    boolean script = false;
    List<CommandWord> words = command.words();
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i).plain();
      if (SHELL_LETTERS.matcher(word).matches()) {
        script |= word.startsWith("-") && word.contains("c");
        // The option with a value; where it is in the middle of a bundle, so is the value.
        i += word.contains("o") || word.contains("O") ? 1 : 0;
      } else if (!word.startsWith("-")) {
        return script
            ? CommandLayer.script(command, words.get(i), false)
            : CommandLayer.plain(command);
      } else if (!SHELL_WORDS.matcher(word).matches()) {
        return unseen(command);
      }
    }
    return CommandLayer.opaque(
        command, command.programName() + " runs what it reads", command.arguments());
  }

  private static CommandLayer watch(Command command) {
    int start = skipOptions(command.words(), 1, WATCH_FLAGS, Set.of("-n", "--interval"));
    if (start < 0 || start == command.words().size()) {
      return unseen(command);
    }
    List<String> parts = command.argv().subList(start, command.words().size());
    return CommandLayer.script(command, new CommandWord.Literal(String.join(" ", parts)), false);
  }
}
