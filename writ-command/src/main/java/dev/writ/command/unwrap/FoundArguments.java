// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `find` and `xargs`: they run a program with what they find as arguments.
final class FoundArguments {
  private static final Set<String> RUNS = Set.of("-exec", "-ok");
  private static final Set<String> RUNS_ANYWHERE = Set.of("-execdir", "-okdir");
  private static final Set<String> XARGS_FLAGS =
      Set.of(
          "-0",
          "-r",
          "-t",
          "-x",
          "-i",
          "-p",
          "--null",
          "--no-run-if-empty",
          "--verbose",
          "--exit",
          "--replace",
          "--interactive");
  private static final Set<String> XARGS_VALUED =
      Set.of(
          "-I",
          "-n",
          "-L",
          "-P",
          "-s",
          "-d",
          "-E",
          "--max-args",
          "--max-lines",
          "--max-procs",
          "--max-chars",
          "--delimiter",
          "--replace",
          "--eof");

  private static final Pattern PLACEHOLDER = Pattern.compile("-[0rtxp]*I.*");

  private static final Pattern FD_RUNS = Pattern.compile("-[a-zA-Z0-9]*[xX]|--exec(-batch)?");

  private FoundArguments() {}

  /// The effect of find itself is that of the command without its actions that run programs.
  static CommandLayer find(Command command) {
    List<CommandWord> own = new ArrayList<>();
    List<InnerCommand> inner = new ArrayList<>();
    List<CommandWord> words = command.words();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).plain();
      if (FindExpression.takesValue(word) && i + 1 < words.size()) {
        own.addAll(words.subList(i, i + 2));
        i++;
        continue;
      }
      if (RUNS_ANYWHERE.contains(word)) {
        return CommandLayer.opaque(
            command,
            "find " + word + " runs a program in directories that are not known yet",
            words.subList(i + 1, words.size()));
      }
      if (RUNS.contains(word)) {
        int end = end(words, i + 1);
        if (end == i + 1) {
          return WrapperPrograms.unseen(command);
        }
        inner.add(filled(command.with(words.subList(i + 1, end)), "{}"));
        i = end;
      } else {
        own.add(words.get(i));
      }
    }
    return new CommandLayer(
        List.of(new InnerCommand.ExactCommand(command.with(own))), inner, List.of(), List.of());
  }

  /// `fd -x`: what is found are further arguments of all that stands behind.
  static CommandLayer fd(Command command) {
    List<CommandWord> words = command.words();
    for (int i = 1; i + 1 < words.size(); i++) {
      if (FD_RUNS.matcher(words.get(i).plain()).matches()) {
        Command started = command.with(words.subList(i + 1, words.size()));
        return CommandLayer.kept(command, new InnerCommand.MoreArguments(started));
      }
    }
    return CommandLayer.plain(command);
  }

  private static int end(List<CommandWord> words, int from) {
    int end = from;
    while (end < words.size()
        && !words.get(end).plain().equals(";")
        && !(words.get(end).plain().equals("+") && words.get(end - 1).plain().equals("{}"))) {
      end++;
    }
    return end;
  }

  static CommandLayer xargs(Command command) {
    List<CommandWord> words = command.words();
    int start = WrapperPrograms.skipOptions(words, 1, XARGS_FLAGS, XARGS_VALUED);
    if (start < 0) {
      return WrapperPrograms.unseen(command);
    }
    if (start == words.size()) {
      return CommandLayer.transparent(
          new InnerCommand.MoreArguments(command.with(List.of(new CommandWord.Literal("echo")))));
    }
    String placeholder = placeholder(command.argv().subList(1, start));
    return CommandLayer.transparent(
        filled(command.with(words.subList(start, words.size())), placeholder));
  }

  private static String placeholder(List<String> options) {
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      if (option.startsWith("--replace=")) {
        return option.substring("--replace=".length());
      }
      if (PLACEHOLDER.matcher(option).matches()) {
        String attached = option.substring(option.indexOf('I') + 1);
        return attached.isEmpty() ? options.get(i + 1) : attached;
      }
    }
    return "{}";
  }

  /// A command that gets what was found, unless that could be a program or a part of one.
  private static InnerCommand filled(Command command, String placeholder) {
    List<String> argv = command.argv();
    boolean isProgram = command.program().contains(placeholder);
    boolean isScript =
        argv.stream()
                .anyMatch(
                    word -> WrapperPrograms.isShell(word.substring(word.lastIndexOf('/') + 1)))
            && argv.stream().anyMatch(word -> word.contains(placeholder));
    return isProgram || isScript
        ? new InnerCommand.Opaque(command, "a file that it finds would run as a program")
        : new InnerCommand.MoreArguments(command);
  }
}
