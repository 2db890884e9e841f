// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Git runs programs that its configuration, options and some subcommands name.
final class GitPrograms {
  /// Configuration that names no program, no file and no server.
  private static final Pattern HARMLESS_KEY =
      Pattern.compile(
          "(user\\.(name|email)|color\\..*|advice\\..*|core\\.(quotepath|autocrlf|eol|abbrev|safecrlf"
              + "|longpaths|filemode|ignorecase)|init\\.defaultbranch|commit\\.(gpgsign|verbose|status)"
              + "|tag\\.(gpgsign|sort)|log\\.(date|decorate|abbrevcommit|follow|showsignature)"
              + "|diff\\.(renames|algorithm|context|noprefix|mnemonicprefix|renamelimit|colormoved)"
              + "|merge\\.(conflictstyle|ff|renames|renamelimit)|pull\\.(rebase|ff)"
              + "|push\\.(default|autosetuptemote|autosetupremote|followtags)|rebase\\.(autostash|autosquash)"
              + "|rerere\\.enabled|protocol\\.version|gc\\.auto|column\\.ui|status\\..*|fetch\\.prune"
              + "|branch\\.sort|i18n\\..*|pack\\.threads|index\\.threads|submodule\\.recurse|http\\.(postbuffer|version))");

  private static final Set<String> WITH_VALUE =
      Set.of("-C", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--attr-source");

  private static final Pattern EXECUTES = Pattern.compile("(?s)-x.*|-i?x.*|--ex.*");

  /// Options with which `git config` reads, or removes.
  private static final Pattern ASKS =
      Pattern.compile("--get.*|--list|-l|--name-only|--unset.*|--re[mn].*");

  private static final Set<String> VALUED =
      Set.of("-f", "--file", "--blob", "--type", "-t", "--default", "--comment", "--value");

  private GitPrograms() {}

  static CommandLayer layer(Command command) {
    List<String> argv = command.argv();
    int at = 1;
    while (at < argv.size() && argv.get(at).startsWith("-")) {
      String option = argv.get(at);
      String value = at + 1 < argv.size() ? argv.get(at + 1) : "";
      if (option.equals("-c")) {
        String setting = value;
        int equals = setting.indexOf('=');
        String key = equals < 0 ? setting : setting.substring(0, equals);
        boolean catPager = setting.equals("core.pager=cat") || setting.equals("core.pager=");
        if (!catPager && !HARMLESS_KEY.matcher(key.toLowerCase(Locale.ROOT)).matches()) {
          return CommandLayer.opaque(
              command,
              "git -c " + key + " may run a program",
              List.of(
                  new CommandWord.Literal(setting.substring(equals + 1).replaceFirst("^!", ""))));
        }
        at++;
      } else if (option.startsWith("--exec-path=") || option.startsWith("--config-env")) {
        return CommandLayer.opaque(command, "git " + option + " may run a program", List.of());
      } else if (WITH_VALUE.contains(option)) {
        at++;
      }
      at++;
    }
    if (at < argv.size() && argv.get(at).equals("config")) {
      return configuring(command, argv.subList(at + 1, argv.size()));
    }
    return at < argv.size() && runsArguments(argv.get(at), argv.subList(at + 1, argv.size()))
        ? CommandLayer.opaque(
            command,
            "git " + argv.get(at) + " runs a program",
            command.words().subList(at + 1, command.words().size()))
        : CommandLayer.plain(command);
  }

  /// A setting in the configuration applies to all later commands.
  private static CommandLayer configuring(Command command, List<String> arguments) {
    List<String> operands = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (VALUED.contains(arguments.get(i))) {
        i++;
      } else if (!arguments.get(i).startsWith("-")) {
        operands.add(arguments.get(i));
      }
    }
    boolean sets = operands.size() > 1 && !operands.getFirst().matches("get|list|unset");
    if (sets && operands.getFirst().equals("set")) {
      operands.removeFirst();
    }
    if (!sets || arguments.stream().anyMatch(word -> ASKS.matcher(word).matches())) {
      return CommandLayer.plain(command);
    }
    String key = operands.getFirst();
    boolean elsewhere = arguments.contains("--global") || arguments.contains("--system");
    boolean shortens = key.startsWith("alias.") && !operands.getLast().startsWith("!");
    if (!elsewhere && (shortens || HARMLESS_KEY.matcher(key.toLowerCase(Locale.ROOT)).matches())) {
      return CommandLayer.plain(command);
    }
    String reason = elsewhere ? " affects other projects, too" : " may run a program later";
    return CommandLayer.opaque(
        command,
        "git config " + key + reason,
        List.of(new CommandWord.Literal(operands.getLast().replaceFirst("^!", ""))));
  }

  private static boolean runsArguments(String subcommand, List<String> arguments) {
    return switch (subcommand) {
      case "bisect" -> arguments.contains("run");
      case "submodule" -> arguments.contains("foreach");
      case "filter-branch" -> true;
      case "rebase", "difftool" ->
          arguments.stream().anyMatch(word -> EXECUTES.matcher(word).matches());
      default -> false;
    };
  }
}
