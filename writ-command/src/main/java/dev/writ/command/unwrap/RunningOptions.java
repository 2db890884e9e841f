// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Options of programs that run their value. The program in such a value is compared with the
/// denylist; its absence there permits nothing: no pack contains these options.
final class RunningOptions {
  /// Programs, with the options whose value they run.
  private static final Map<String, Set<String>> OPTIONS =
      table(
          """
          tar|-I -F --to-command --use-compress-program --checkpoint-action --info-script
          tar|--new-volume-script --rsh-command --rmt-command
          rsync|-e --rsh --rsync-path
          sort|--compress-program
          split gsplit|--filter
          rg|--pre --hostname-bin
          rustc|-C --codegen
          svn|--config-option
          hg jj|--config
          apt apt-get|-o --option
          rpm rpmbuild|-E --eval -D --define
          gem|-e --editor
          nano pico|-s --speller
          fzf|--bind
          less|--lesskey-content
          git|--upload-pack --receive-pack --exec --extcmd -u -O --open-files-in-pager -t --tool
          git|--tree-filter --msg-filter --index-filter --env-filter --smtp-server --sendmail-cmd
          make gmake configure|SHELL CC CXX LD AR AS CPP RM INSTALL --eval -E
          npm npx pnpm|-c --call
          go|-ldflags -exec --exec -toolexec --toolexec -vettool --vettool
          tcpdump|-z
          cpio|--rsh-command
          less more most|+! ++! +| ++| +#
          strace|-o --output
          man|-P --pager -H --html
          install ginstall|--strip-program
          gcc g++ cc c++ clang clang++|-wrapper
          nix-shell|--run --command
          nix|-c --command
          just|--shell
          nodemon|--exec -x
          zip|-TT --unzip-command
          ssh scp sftp|-o -S
          ncat nc netcat|-e --exec -c --sh-exec --lua-exec
          wget|--use-askpass -e --execute
          cargo|--config
          mvn|-Dexec.executable
          java|-XX:OnError -XX:OnOutOfMemoryError
          ctest|--test-command
          gdb|-ex -eval-command --eval-command
          script|-c --command
          docker podman|--health-cmd
          """);

  /// The shortest abbreviation of a long option that is looked at, with its dashes.
  private static final int SHORTEST = 4;

  /// The key in front of a value that an option takes as one: `ProxyCommand=`, `exec=`,
  /// `target.x.runner=`, `alias.x=!`, `before_dl:`, and what says that a command follows.
  private static final Pattern KEY =
      Pattern.compile(
          "(?s)(?:[|!]|(?:shell|run) |exec=|-extld[= ]|.*LESSOPEN=-?\\|+"
              + "|[\\w.:-]*(?:(?i:command|runner|wrapper|linker|ssh|pager|editor|askpass|invoke::)"
              + "|alias\\.[\\w-]+|hooks\\.[\\w-]+)[= ]\\s*!?|\\w+:(?=\\w))\"?(.*?)\"?");

  /// Options and settings of any program whose names say that their value is run.
  private static final Pattern NAMED =
      Pattern.compile(
          "(?is)(?:-{1,2}|(?=[\\w.:-]+=))[\\w.:-]*(?:commands?|cmd|exec|pager|shell|rsh|wrapper"
              + "|launcher|linker|compiler|program|editor|viewer|preview|hook|invoke|speller"
              + "|downloader|complete)(?:::)?(?:=(.*))?");

  private RunningOptions() {}

  private static Map<String, Set<String>> table(String rows) {
    Map<String, Set<String>> table = new HashMap<>();
    for (String row : rows.lines().toList()) {
      String[] columns = row.split("\\|", 2);
      for (String name : columns[0].split(" ", -1)) {
        table
            .computeIfAbsent(name, _ -> new HashSet<>())
            .addAll(List.of(columns[1].split(" ", -1)));
      }
    }
    return table;
  }

  /// The programs that the values of such options may run.
  static List<CommandLine> suspects(Command command) {
    Set<String> options = OPTIONS.getOrDefault(command.programName(), Set.of());
    List<CommandWord> values = new ArrayList<>();
    List<String> argv = command.argv();
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
      for (String option : options) {
        value(word, next, option).ifPresent(values::add);
      }
      Matcher named = NAMED.matcher(word);
      if ((word.startsWith("-") || word.indexOf('=') > 0) && named.matches()) {
        values.add(run("", named.group(1) == null ? next : named.group(1)));
      }
    }
    List<CommandLine> suspects = new ArrayList<>();
    values.forEach(value -> suspects.addAll(CommandLayer.suspects(List.of(value))));
    return suspects;
  }

  private static Optional<CommandWord> value(String word, String next, String option) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    boolean named =
        name.equals(option)
            || (option.startsWith("--") && name.length() >= SHORTEST && option.startsWith(name));
    if (named) {
      String value = equals < 0 ? next : word.substring(equals + 1);
      return Optional.of(run(option, value));
    }
    boolean attached = option.length() == 2 || option.startsWith("+");
    return attached && word.startsWith(option)
        // Behind `|` less takes the letter of a mark first.
        ? Optional.of(run(option, word.substring(option.length() + (option.endsWith("|") ? 1 : 0))))
        : Optional.empty();
  }

  private static CommandWord run(String option, String value) {
    Matcher keyed = KEY.matcher(value);
    String program = (keyed.matches() ? keyed.group(1) : value).replace("$(shell ", "$(");
    // A wrapper's words stand between commas.
    return new CommandWord.Literal(
        option.equals("-wrapper") ? "'" + program.replace(",", "' '") + "'" : program);
  }
}
