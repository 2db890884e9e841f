// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Programs that start others from their arguments in ways that are not worth a reading of their
/// options: every end of their words as a command, and every word that is a command line, is held
/// against the denylist. That none is on it permits nothing.
final class LauncherPrograms {
  private static final Set<String> ALWAYS =
      words(
          """
          hyperfine concurrently nodemon watchexec reflex entr cargo-watch chokidar onchange
          npm-run-all run-s run-p run-pty wireit foreman honcho overmind hivemind goreman pm2
          forever supervisor node-dev ts-node-dev tsx dotenv dotenvx cross-env cross-env-shell
          env-cmd envchain doppler op aws-vault chamber teller infisical sops summon shdotenv
          direnv watchman when-changed gow air modd rerun systemd-inhibit systemd-cat
          systemd-nspawn dbus-launch xvfb-run xinit startx ssh-agent catchsegv setarch linux32 linux64
          i386 x86_64 numactl faketime torsocks torify tsocks proxychains proxychains4 daemonize
          daemon start-stop-daemon pipexec cpulimit trickle aoss padsp pwsh powershell nu xonsh
          elvish oil osh ysh tini dumb-init catatonit s6-svscan execlineb runit chpst envdir
          softlimit setlock tcpserver ucspi multilog pssh pdsh mpirun mpiexec srun orterun
          horovodrun torchrun accelerate heaptrack samply flamegraph scalene py-spy memray kcov
          bashcov retry timelimit rush tsp nq wait-on wait-for-it dockerize
          start-server-and-test devbox flox lorri toolbox distrobox schroot fakechroot fakeroot-ng bwrap
          flatpak-spawn host-spawn xterm uxterm urxvt rxvt gnome-terminal konsole xfce4-terminal
          lxterminal mate-terminal terminator tilix alacritty kitty foot wezterm
          x-terminal-emulator choom uclampset bpftrace uftrace gdbserver ansible machinectl lxc-execute lxc-attach sshpass autossh mosh\
          """);

  /// Programs that do so behind one of these words only.
  private static final Map<String, Set<String>> BEHIND =
      Map.ofEntries(
          Map.entry("nix", Set.of("run", "shell", "develop")),
          Map.entry("cargo", Set.of("watch", "with-env", "flamegraph")),
          Map.entry("cmake", Set.of("-E")),
          Map.entry("dotnet", Set.of("watch", "exec")),
          Map.entry("ctest", Set.of("--test-command", "--build-and-test")),
          Map.entry("pipx", Set.of("run")),
          Map.entry("rbenv", Set.of("exec")),
          Map.entry("pyenv", Set.of("exec")),
          Map.entry("jenv", Set.of("exec")),
          Map.entry("tox", Set.of("exec")),
          Map.entry("nox", Set.of("--")),
          Map.entry("rustup", Set.of("run")),
          Map.entry("opam", Set.of("exec")),
          Map.entry("jj", Set.of("--")),
          Map.entry("stack", Set.of("exec")),
          Map.entry("cabal", Set.of("exec")),
          Map.entry("coverage", Set.of("run")),
          Map.entry("lerna", Set.of("exec")),
          Map.entry("rush", Set.of("exec")),
          Map.entry("nx", Set.of("exec")),
          Map.entry("dune", Set.of("exec")));

  /// Prefixes of a program name: `EXEC:sudo id`, `ext::sudo id`.
  private static final Pattern PREFIXED =
      Pattern.compile("(?s)(?:(?i:exec|system|shell):|ext::)(.+?)(?:,(?:pty|stderr|setsid).*)?");

  private LauncherPrograms() {}

  private static Set<String> words(String text) {
    return Set.copyOf(Arrays.asList(text.strip().split("\\s+")));
  }

  /// The programs that the command may start.
  static List<CommandLine> suspects(Command command) {
    String name = command.programName();
    Set<String> behind = BEHIND.get(name);
    if (ALWAYS.contains(name)) {
      return CommandLayer.suspects(command.arguments());
    }
    if (behind != null) {
      List<String> argv = command.argv();
      for (int i = 1; i < argv.size(); i++) {
        if (behind.contains(argv.get(i))) {
          return CommandLayer.suspects(command.words().subList(i + 1, argv.size()));
        }
      }
    }
    return name.equals("socat") || name.equals("git") ? prefixed(command) : List.of();
  }

  private static List<CommandLine> prefixed(Command command) {
    return command.arguments().stream()
        .map(word -> PREFIXED.matcher(word.plain()))
        .filter(Matcher::matches)
        .flatMap(
            found ->
                CommandLayer.suspects(List.of(new CommandWord.Literal(found.group(1)))).stream())
        .toList();
  }
}
