// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandArguments;
import dev.writ.command.language.CommandCharacters;
import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Redirection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The files that a command writes, and those that no command may write.
final class WrittenFiles {
  /// Devices that every command may write to.
  private static final List<CommandTarget> HARMLESS_DEVICES =
      Stream.of(
              "/dev/null",
              "/dev/zero",
              "/dev/full",
              "/dev/random",
              "/dev/urandom",
              "/dev/tty",
              "/dev/stdin",
              "/dev/stdout",
              "/dev/stderr",
              "/dev/fd/?",
              "/dev/shm/*",
              "/proc/self/fd/?")
          .map(path -> CommandTarget.rule(path, ""))
          .toList();

  /// A path that stands for itself and all below it.
  private record Rule(String name, CommandTarget tree) {}

  /// Rules and their paths; `~` is every home directory.
  private static final String TABLE =
      """
      network-device /dev/tcp /dev/udp
      device /dev
      kernel-interface /proc /sys
      start-file ~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.bash_aliases ~/.bashrc.d
      start-file ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ~/.zlogin ~/.zlogout ~/.zsh ~/.oh-my-zsh
      start-file ~/.kshrc ~/.mkshrc ~/.cshrc ~/.tcshrc ~/.login ~/.logout ~/.inputrc ~/.pam_environment
      start-file ~/.xinitrc ~/.xprofile ~/.xsession ~/.xsessionrc ~/.config/fish ~/.config/zsh
      start-file ~/.config/autostart ~/.config/environment.d ~/.config/plasma-workspace
      start-file /etc/profile /etc/profile.d /etc/bash.bashrc /etc/bashrc /etc/zsh /etc/zshrc
      start-file /etc/zshenv /etc/zprofile /etc/zlogin /etc/csh.* /etc/environment /etc/inputrc
      start-file /etc/fish /etc/skel /etc/rc.local /etc/xdg/autostart
      start-file /etc/ld.so.preload /etc/ld.so.conf /etc/ld.so.conf.d
      cron /etc/cron* /etc/anacrontab /etc/at.* /var/spool/cron /var/spool/at /var/spool/anacron
      cron /var/at
      service-unit /etc/systemd /lib/systemd /usr/lib/systemd /usr/local/lib/systemd /run/systemd
      service-unit ~/.config/systemd ~/.local/share/systemd /etc/init.d /etc/init /etc/inittab
      service-unit /etc/rc?.d /etc/xinetd.d /etc/udev ~/Library/LaunchAgents /Library/LaunchAgents
      service-unit /Library/LaunchDaemons /Library/StartupItems
      ssh ~/.ssh /etc/ssh
      account /etc/passwd /etc/passwd- /etc/shadow /etc/shadow- /etc/group /etc/group- /etc/gshadow
      account /etc/sudoers /etc/sudoers.d
      account /etc/pam.d /etc/pam.conf /etc/security /etc/subuid /etc/subgid /etc/doas.conf
      account /etc/polkit-1
      """;

  private static final List<Rule> ANYWHERE = rules(path -> !path.startsWith("~"));
  private static final List<Rule> BELOW_HOME = rules(path -> path.startsWith("~"));

  private static final Set<String> KEYS = Set.of("authorized_keys", "authorized_keys2");

  private static final Pattern IN_PLACE = Pattern.compile("-[a-zA-Z0-9]*i.*");
  private static final Pattern LAST_SLASHES = Pattern.compile("/+$");

  /// The target directory, as the next word or attached.
  private static final Pattern DIRECTORY_NEXT = Pattern.compile("-[a-zA-Z]*t|--t[a-z-]*");

  private static final Pattern DIRECTORY_ATTACHED = Pattern.compile("(?s)-t.+|--t[a-z-]*=.*");
  private static final Pattern DIRECTORY_START = Pattern.compile("(?s)^(-t|--t[a-z-]*=)");

  /// Options that name an output, as the next word or attached.
  private static final Pattern OUTPUT_NEXT =
      Pattern.compile("-[a-zA-Z]*[oO]|--output(-document|-file)?");

  private static final Pattern OUTPUT_ATTACHED =
      Pattern.compile("(?s)(of|--output|--output-document|--output-file)=.+|-[oO].+");
  private static final Pattern OUTPUT_START =
      Pattern.compile("(?s)^(of=|--output(-document|-file)?=|-[oO])");

  private final CommandContext context;
  private final List<CommandTarget> homes;

  WrittenFiles(CommandContext context) {
    this.context = context;
    this.homes =
        Stream.concat(
                Stream.of(CommandTarget.path(context.home())), HomeDirectories.others().stream())
            .toList();
  }

  private static List<Rule> rules(Predicate<String> which) {
    List<Rule> rules = new ArrayList<>();
    for (String row : TABLE.lines().toList()) {
      List<String> words = List.of(row.split(" ", -1));
      words.stream()
          .skip(1)
          .filter(which)
          .forEach(path -> rules.add(new Rule(words.getFirst(), CommandTarget.rule(path, ""))));
    }
    return rules;
  }

  /// Why the command must not write what it names.
  Optional<BarredCommand> judge(Command command) {
    for (Redirection redirection : command.redirections()) {
      if (redirection instanceof Redirection.InputRedirection(CommandWord source)
          && rule(target(command, source)).equals("network-device")) {
        return barred("network-device", source);
      }
    }
    for (CommandWord word : written(command)) {
      String rule = rule(target(command, word));
      if (!rule.isEmpty()) {
        return barred(rule, word);
      }
    }
    return Optional.empty();
  }

  private static Optional<BarredCommand> barred(String rule, CommandWord word) {
    return Optional.of(
        new BarredCommand(
            "deny.write-" + rule,
            "writing '"
                + CommandCharacters.visible(word.plain())
                + "' is never allowed: "
                + rule.replace('-', ' ')));
  }

  private CommandTarget target(Command command, CommandWord word) {
    return CommandTarget.of(word, command.directory(), context);
  }

  /// Whether it is a device that isn't one of the harmless ones.
  boolean isDevice(Command command, CommandWord word) {
    return rule(target(command, word)).endsWith("device");
  }

  /// The rule that keeps a path from being written, empty if there is none.
  private String rule(CommandTarget target) {
    if (HARMLESS_DEVICES.stream().anyMatch(target::isSurelyWithin)) {
      return "";
    }
    for (Rule rule : ANYWHERE) {
      if (target.isWithin(rule.tree())) {
        return rule.name();
      }
    }
    for (CommandTarget home : homes) {
      if (target.isWithin(home)) {
        CommandTarget below = target.below(home);
        for (Rule rule : BELOW_HOME) {
          if (below.isWithin(rule.tree())) {
            return rule.name();
          }
        }
      }
    }
    return KEYS.contains(target.last()) ? "ssh" : "";
  }

  private static List<CommandWord> written(Command command) {
    List<CommandWord> written = new ArrayList<>();
    for (Redirection redirection : command.redirections()) {
      if (redirection instanceof Redirection.OutputRedirection output) {
        written.add(output.target());
      }
    }
    switch (command.programName()) {
      case "tee",
          "gtee",
          "truncate",
          "touch",
          "shred",
          "sponge",
          "patch",
          "ed",
          "ex",
          "vi",
          "vim",
          "nano" ->
          written.addAll(CommandArguments.of(command).operands());
      case "cp", "mv", "install", "ln", "rsync", "scp", "gcp", "gmv", "gln", "ginstall" ->
          addDestinations(command, CommandArguments.of(command).operands(), written);
      case "sed", "gsed" -> {
        CommandArguments arguments = CommandArguments.of(command);
        if (arguments.has("i", "--in-place")) {
          written.addAll(arguments.operands());
        }
      }
      case "perl", "ruby" -> {
        CommandArguments arguments = CommandArguments.of(command);
        if (arguments.options().stream().anyMatch(option -> IN_PLACE.matcher(option).matches())) {
          written.addAll(arguments.operands());
        }
      }
      default -> {}
    }
    addOutputs(command, written);
    return written;
  }

  /// The last operand or the target directory, and the files in it.
  private static void addDestinations(
      Command command, List<CommandWord> operands, List<CommandWord> written) {
    List<CommandWord> places =
        new ArrayList<>(operands.isEmpty() ? List.of() : List.of(operands.getLast()));
    List<String> argv = command.argv();
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      if (DIRECTORY_NEXT.matcher(word).matches() && i + 1 < argv.size()) {
        places.add(command.words().get(i + 1));
      } else if (DIRECTORY_ATTACHED.matcher(word).matches()) {
        places.add(new CommandWord.Literal(DIRECTORY_START.matcher(word).replaceFirst("")));
      }
    }
    for (CommandWord place : places) {
      written.add(place);
      for (CommandWord source : operands) {
        written.add(below(place, source));
      }
    }
  }

  private static CommandWord below(CommandWord place, CommandWord source) {
    String name = LAST_SLASHES.matcher(source.plain()).replaceFirst("");
    String below = "/" + name.substring(name.lastIndexOf('/') + 1);
    if (place instanceof CommandWord.Home home) {
      return new CommandWord.Home(new CommandWord.Literal(home.rest().plain() + below));
    }
    return place instanceof CommandWord.Literal literal
        ? new CommandWord.Literal(literal.text() + below)
        : place;
  }

  /// The values of the options that name an output in most programs.
  private static void addOutputs(Command command, List<CommandWord> written) {
    List<CommandWord> words = command.words();
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i).plain();
      if (!word.startsWith("-") && !word.startsWith("of=")) {
        continue;
      }
      if (OUTPUT_NEXT.matcher(word).matches() && i + 1 < words.size()) {
        written.add(words.get(i + 1));
      } else if (OUTPUT_ATTACHED.matcher(word).matches()) {
        written.add(new CommandWord.Literal(OUTPUT_START.matcher(word).replaceFirst("")));
      }
    }
  }
}
