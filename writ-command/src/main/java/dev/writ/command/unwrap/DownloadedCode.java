// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandArguments;
import dev.writ.command.language.Redirection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Text from elsewhere that an interpreter would run.
public final class DownloadedCode {
  /// Those of them that make a file named as its address is, or say so.
  private static final Set<String> FETCHERS =
      Set.of("curl", "wget", "wget2", "fetch", "aria2c", "axel", "http", "https", "xh");

  private static final Set<String> DOWNLOADERS =
      Set.of(
          "curl",
          "wget",
          "wget2",
          "fetch",
          "aria2c",
          "axel",
          "http",
          "https",
          "xh",
          "lynx",
          "w3m",
          "links",
          "elinks",
          "lwp-request",
          "GET",
          "ftp",
          "tftp",
          "nc",
          "ncat",
          "netcat",
          "socat",
          "ssh",
          "telnet");

  /// Programs that transform a text: the result cannot be judged.
  private static final Set<String> DECODERS =
      Set.of("base64", "base32", "basenc", "xxd", "uudecode", "openssl");

  /// Interpreters, and the letters of the options that give them code or say where it is.
  private static final Map<String, String> INTERPRETERS =
      Map.ofEntries(
          Map.entry("python", "cm"),
          Map.entry("pypy", "cm"),
          Map.entry("perl", "eEn"),
          Map.entry("ruby", "e"),
          Map.entry("node", "ep"),
          Map.entry("nodejs", "ep"),
          Map.entry("php", "rfBR"),
          Map.entry("lua", "e"),
          Map.entry("luajit", "e"),
          Map.entry("deno", ""),
          Map.entry("bun", "e"),
          Map.entry("osascript", "e"),
          Map.entry("tclsh", ""),
          Map.entry("Rscript", "e"),
          Map.entry("R", "ef"),
          Map.entry("ghci", "e"),
          Map.entry("irb", ""),
          Map.entry("jshell", ""),
          Map.entry("groovy", "e"),
          Map.entry("pwsh", "cf"),
          Map.entry("fish", "c"),
          Map.entry("csh", "c"),
          Map.entry("tcsh", "c"),
          Map.entry("julia", "eE"),
          Map.entry("elixir", "e"),
          Map.entry("guile", "c"),
          Map.entry("scala", "e"));

  /// Options of theirs with a value behind them.
  private static final Pattern WITH_VALUE =
      Pattern.compile("[-+][a-zA-Z]*[oO]|-[WXIrQM]|--(rcfile|init-file|require|import|loader)");

  private static final Pattern READS = Pattern.compile("-[a-zA-Z]*s[a-zA-Z]*");
  private static final Pattern CODE = Pattern.compile("--(eval|print|run|command|file).*");

  private static final Set<String> STANDARD_INPUT =
      Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

  private DownloadedCode() {}

  /// Whether the command's output cannot be predicted.
  public static boolean isForeign(Command command) {
    return DOWNLOADERS.contains(command.programName()) || DECODERS.contains(command.programName());
  }

  private static Optional<String> codeOptions(Command command) {
    String name = command.programName();
    return WrapperPrograms.isShell(name)
        ? Optional.of("c")
        : Optional.ofNullable(INTERPRETERS.get(withoutVersion(name)));
  }

  /// The name of a program that may be called by its version, too: `python` for `python3.12`.
  static String withoutVersion(String name) {
    int end = name.length();
    while (end > 0 && isOfVersion(name.charAt(end - 1))) {
      end--;
    }
    return name.substring(0, end);
  }

  private static boolean isOfVersion(char letter) {
    return letter == '.' || (letter >= '0' && letter <= '9');
  }

  /// Whether the command runs what it reads from its standard input.
  public static boolean runsStandardInput(Command command) {
    String name = command.programName();
    if (name.equals("at") || name.equals("batch")) {
      return true;
    }
    Optional<String> codeOptions = codeOptions(command);
    if (codeOptions.isEmpty()) {
      return false;
    }
    boolean isShell = WrapperPrograms.isShell(command.programName());
    List<String> argv = command.argv();
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      if (STANDARD_INPUT.contains(word) || (isShell && READS.matcher(word).matches())) {
        return true;
      }
      if (word.startsWith("-") || word.startsWith("+")) {
        if (hasLetter(word, codeOptions.get()) || CODE.matcher(word).matches()) {
          return false;
        }
        i += WITH_VALUE.matcher(word).matches() ? 1 : 0;
      } else if (!word.equals("run")) {
        return false;
      }
    }
    return true;
  }

  /// Whether the command would run the text that stood behind it.
  public static boolean runsNextArgument(Command command) {
    Optional<String> codeOptions = codeOptions(command);
    String last = command.argv().getLast();
    return codeOptions.isPresent()
        && (command.words().size() == 1
            || (last.startsWith("-") && hasLetter(last, codeOptions.get())));
  }

  private static boolean hasLetter(String option, String letters) {
    return !option.startsWith("--") && CommandArguments.hasLetter(option.substring(1), letters);
  }

  /// Whether the command makes files of what it downloads.
  public static boolean fetches(Command command) {
    return FETCHERS.contains(command.programName());
  }

  /// The names of the files that such a download writes.
  public static Stream<String> files(Command command) {
    Stream<String> redirected =
        command.redirections().stream()
            .filter(Redirection.OutputRedirection.class::isInstance)
            .map(redirection -> ((Redirection.OutputRedirection) redirection).target().plain());
    return Stream.concat(command.argv().stream().skip(1), redirected)
        .map(word -> word.replaceFirst("(?s)^(-[a-zA-Z]*[oO]|--output(-document)?=)(?=.)", ""))
        .map(word -> word.replaceFirst("(?s)[?#].*", ""))
        .map(DownloadedCode::lastName)
        .filter(name -> !name.isEmpty() && !name.startsWith("-"));
  }

  /// The names of the files that the command would run as programs.
  public static Stream<String> run(Command command) {
    Stream<String> program =
        Stream.concat(
            command.program().contains("/") ? Stream.of(command.programName()) : Stream.empty(),
            LoadedCode.files(command).map(DownloadedCode::lastName));
    if (codeOptions(command).isEmpty()) {
      return program;
    }
    Stream<String> scripts =
        CommandArguments.of(command).operands().stream().map(word -> lastName(word.plain()));
    Stream<String> read =
        command.redirections().stream()
            .filter(Redirection.InputRedirection.class::isInstance)
            .map(
                redirection ->
                    lastName(((Redirection.InputRedirection) redirection).source().plain()));
    return Stream.of(program, scripts, read).flatMap(names -> names);
  }

  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
