// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.manual;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Scripts by which shells complete command lines of Writ. They contain the words, so that
/// completing starts no program.
public final class CompletionScript {
  /// The shells.
  public static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  private static final Set<String> PATHS = Set.of("FILE", "DIR", "PATH");

  private final List<CommandEntry> entries;

  public CompletionScript(List<CommandEntry> entries) {
    this.entries = List.copyOf(entries);
  }

  /// The script for bash.
  public String bash() {
    StringBuilder cases = new StringBuilder();
    cases.append(
        bashCase("''", entries.stream().map(CommandEntry::name).toList(), ParsedArguments.GLOBAL));
    for (CommandEntry entry : entries) {
      cases.append(bashCase(entry.name(), entry.acts(), entry.options()));
    }
    return """
    # Completes command lines of writ in bash; made by: writ completion bash
    _writ() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
      local command= act= words= options= i
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          %s) ((i++)) ;;
          -*) ;;
          *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}
             elif [[ -z $act ]]; then act=${COMP_WORDS[i]}; fi ;;
        esac
      done
      COMPREPLY=()
      case $prev in
        %s) return ;; # what follows is its value: files, by -o default
      esac
      case $command in
    %s  esac
      [[ -n $act ]] && words=
      [[ $cur == -* ]] && words=$options
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
    }
    complete -o default -F _writ writ
    """
        .formatted(alternatives(valued()), alternatives(valued()), cases);
  }

  private static String bashCase(String name, List<String> words, List<CommandOption> options) {
    return "    %s) words='%s' options='%s' ;;\n"
        .formatted(
            name,
            String.join(" ", words),
            options.stream().map(o -> "--" + o.name()).collect(Collectors.joining(" ")));
  }

  /// Options whose next word is their value, as words of a command line.
  private List<String> valued() {
    Set<String> words = new LinkedHashSet<>();
    List<CommandOption> all = new ArrayList<>(ParsedArguments.GLOBAL);
    entries.forEach(entry -> all.addAll(entry.options()));
    for (CommandOption option : all) {
      if (!option.value().isEmpty() && !option.value().startsWith("[")) {
        words.add("--" + option.name());
        if (option.letter() != 0) {
          words.add("-" + option.letter());
        }
      }
    }
    return List.copyOf(words);
  }

  private static String alternatives(List<String> words) {
    return String.join(" | ", words);
  }

  /// The script for zsh; it works from a directory of `fpath` and when it is read by `source`.
  public String zsh() {
    StringBuilder cases = new StringBuilder();
    for (CommandEntry entry : entries) {
      cases.append(
          "    %s)\n      acts=(%s)\n      options=(%s)\n      ;;\n"
              .formatted(
                  entry.name(),
                  String.join(" ", entry.acts()),
                  described(entry.options(), option -> "--" + option.name(), CommandOption::help)));
    }
    return """
    #compdef writ
    # Completes command lines of writ in zsh; made by: writ completion zsh
    _writ() {
      local -a commands acts options
      local command= act= i
      for ((i = 2; i < CURRENT; i++)); do
        case ${words[i]} in
          %s) ((i++)) ;;
          -*) ;;
          *) if [[ -z $command ]]; then command=${words[i]}
             elif [[ -z $act ]]; then act=${words[i]}; fi ;;
        esac
      done
      case ${words[CURRENT-1]} in
        %s) _files; return ;;
      esac
      commands=(%s)
      options=(%s)
      case $command in
    %s  esac
      if [[ ${words[CURRENT]} == -* ]]; then
        _describe -o option options
      elif [[ -z $command ]]; then
        _describe command commands
      elif [[ -z $act ]] && (( $#acts )); then
        compadd -a acts
      else
        _files
      fi
    }
    if [[ ${funcstack[1]} == _writ ]]; then _writ "$@"; else compdef _writ writ; fi
    """
        .formatted(
            alternatives(valued()),
            alternatives(valued()),
            described(entries, CommandEntry::name, entry -> entry.card().summary()),
            described(ParsedArguments.GLOBAL, option -> "--" + option.name(), CommandOption::help),
            cases);
  }

  private static <T> String described(
      List<T> items, Function<T, String> name, Function<T, String> words) {
    return items.stream()
        .map(item -> quoted(name.apply(item) + ":" + words.apply(item).replace(":", "\\:")))
        .collect(Collectors.joining(" "));
  }

  /// The script for fish.
  public String fish() {
    StringBuilder script = new StringBuilder();
    script.append("# Completes command lines of writ in fish; made by: writ completion fish\n");
    script.append("complete -c writ -n __fish_use_subcommand -f\n");
    for (CommandEntry entry : entries) {
      script.append(
          "complete -c writ -n __fish_use_subcommand -f -a %s -d %s\n"
              .formatted(entry.name(), quoted(entry.card().summary())));
    }
    ParsedArguments.GLOBAL.forEach(
        option -> script.append(fishOption("__fish_use_subcommand", option)));
    for (CommandEntry entry : entries) {
      String seen = "__fish_seen_subcommand_from " + entry.name();
      if (!entry.acts().isEmpty()) {
        String acts = String.join(" ", entry.acts());
        script.append(
            "complete -c writ -n '%s; and not __fish_seen_subcommand_from %s' -f -a '%s'\n"
                .formatted(seen, acts, acts));
      }
      entry.options().forEach(option -> script.append(fishOption("'" + seen + "'", option)));
    }
    return script.toString();
  }

  private static String fishOption(String condition, CommandOption option) {
    String letter = option.letter() == 0 ? "" : " -s " + option.letter();
    boolean valued = !option.value().isEmpty() && !option.value().startsWith("[");
    String value = !valued ? "" : PATHS.contains(option.value()) ? " -r -F" : " -x";
    return "complete -c writ -n %s -l %s%s%s -d %s\n"
        .formatted(condition, option.name(), letter, value, quoted(option.help()));
  }

  /// One word of any of the shells.
  private static String quoted(String words) {
    return "'" + words.replace("\\", "").replace("'", "’") + "'";
  }
}
