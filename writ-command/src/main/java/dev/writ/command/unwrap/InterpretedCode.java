// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Programs that code among the arguments of an interpreter starts, as far as visible: texts in the
/// places where the usual languages start programs and remove trees. The findings are compared with
/// the denylist; an empty finding permits nothing.
public final class InterpretedCode {
  private static final Set<String> LANGUAGES =
      Set.of(
          "python",
          "pypy",
          "perl",
          "raku",
          "ruby",
          "jruby",
          "node",
          "nodejs",
          "tsx",
          "ts-node",
          "php",
          "lua",
          "luajit",
          "deno",
          "bun",
          "Rscript",
          "R",
          "julia",
          "tclsh",
          "wish",
          "expect",
          "groovy",
          "kotlin",
          "scala",
          "scala-cli",
          "jshell",
          "swift",
          "elixir",
          "iex",
          "erl",
          "guile",
          "racket",
          "sbcl",
          "clojure",
          "bb",
          "emacs",
          "ghc",
          "runghc",
          "ocaml",
          "crystal",
          "nim",
          "gnuplot",
          "octave",
          "osascript",
          "gdb",
          "lldb",
          "pry",
          "irb",
          "ipython",
          "maxima",
          "mongosh",
          "redis-cli",
          "nmap",
          "m", // m4 without its version
          "gs",
          "dc",
          "tex",
          "pdftex",
          "luatex",
          "latex",
          "pdflatex",
          "xelatex",
          "lualatex");
  private static final Set<String> AWKS = Set.of("awk", "gawk", "mawk", "nawk");
  private static final Set<String> EDITORS = Set.of("vim", "vi", "nvim", "view", "ex", "gvim");
  private static final Set<String> SEDS = Set.of("sed", "gsed");
  private static final Set<String> KNOWN = known();

  /// So much of a text is searched.
  private static final int MOST_SEARCHED = 4_000;

  static final String QUOTED = "(?:\"[^\"]*\"|'[^']*')";
  private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  /// `system("…")`, `spawn("a", ["b"])`, `run(["a", "b"])`, `exec "a", "b"`.
  private static final Pattern STARTS =
      Pattern.compile(
          "\\b(?:system\\w*|popen\\w*|exec\\w*|spawn\\w*|run|call|check_\\w+|Popen|getoutput"
              + "|getstatusoutput|shell_exec|passthru|proc_open|capture\\w*|create_subprocess_\\w+"
              + "|posix_spawn\\w*|pcntl_exec|fork|[cC]ommand|[cC]md|call(?:Command|Process)|readProcess\\w*|doShellScript|do"
              + " shell script|sh|run-program|(?:\\w+-)?shell-command(?:-[\\w-]+)?"
              + "|(?:call|start)-process|job_?start|termopen|term_start)\\b[\\s(\\[{]*(?:\\w+\\s*[:=][\\s\\[]*)?"
              + QUOTED
              + "(?:[\\s,\\[({]+(?:\\w+\\s*[:=][\\s\\[]*)?"
              + QUOTED
              + "){0,40}");

  /// `rmtree("…")`, `rmSync('…')`, also around a function that makes the path.
  private static final Pattern REMOVES =
      Pattern.compile(
          "\\b(?:rmtree|rm_rf|rm_r|remove_tree|rmSync|rmdirSync|removeSync|removedirs|rm|rimraf|delete-directory"
              + "|delete(?=\\s*\\(\\s*[\"'][^\"']*[\"']\\s*,\\s*[\"']rf))"
              + "[\\s(]*(?:[\\w.]+\\(\\s*){0,4}("
              + QUOTED
              + ")");

  private static final Pattern BACKTICKS = Pattern.compile("`([^`]*)`");
  /// `e command` of sed.
  private static final Pattern SED =
      Pattern.compile("(?:^|[;{}\\n\\d$/,|#:~+IM!])\\s*+!?\\s*+e\\s++(.+)");

  /// The same without a blank; a path may begin like it.
  private static final Pattern SED_ATTACHED =
      Pattern.compile("(?:^|[;{}\\n\\d$~+IM!])\\s*+!?\\s*+e(\\S++\\s.+)");

  private static final Pattern FLAGS = Pattern.compile("[a-df-zA-Z0-9]*e");
  private static final Pattern EDITOR = Pattern.compile("(?s)[+:]*(?:sil\\w*!? +)?!(.+)");

  private InterpretedCode() {}

  private static Set<String> known() {
    Set<String> known = new HashSet<>(LANGUAGES);
    known.addAll(AWKS);
    known.addAll(EDITORS);
    known.addAll(SEDS);
    known.addAll(ShellEscapes.DATABASES);
    known.add("ed");
    return Set.copyOf(known);
  }

  /// The programs that the code among the arguments starts.
  public static List<CommandLine> suspects(Command command) {
    String name = DownloadedCode.withoutVersion(command.programName());
    if (!KNOWN.contains(name)) {
      return List.of();
    }
    List<CommandWord> texts = new ArrayList<>();
    List<String> codes =
        command.arguments().stream()
            .map(CommandWord::plain)
            .map(code -> code.substring(0, Math.min(code.length(), MOST_SEARCHED)))
            .toList();
    for (String code : codes) {
      find(name, code, texts);
    }
    if (AWKS.contains(name)) {
      AwkCode.find(codes, texts);
    }
    List<CommandLine> suspects = new ArrayList<>();
    for (CommandWord text : texts) {
      suspects.addAll(CommandLayer.suspects(List.of(text)));
    }
    return suspects;
  }

  private static void find(String name, String code, List<CommandWord> texts) {
    if (SEDS.contains(name)) {
      add(SED.matcher(code), texts);
      add(SED_ATTACHED.matcher(code), texts);
      substitutions(code, texts);
      return;
    }
    if (ShellEscapes.DATABASES.contains(name)) {
      texts.addAll(ShellEscapes.ofDatabase(code));
      return;
    }
    if (EDITORS.contains(name) || name.equals("ed")) {
      add(EDITOR.matcher(code), texts);
    }
    if (!AWKS.contains(name) && !name.startsWith("node")) {
      add(BACKTICKS.matcher(code), texts);
    }
    texts.addAll(ShellEscapes.of(name, code));
    STARTS.matcher(code).results().forEach(found -> texts.add(joined("", found.group())));
    REMOVES.matcher(code).results().forEach(found -> texts.add(joined("rm -rf", found.group(1))));
  }

  /// The replacement that `s/…/…/e` runs.
  private static void substitutions(String code, List<CommandWord> texts) {
    for (int s = code.indexOf('s'); s >= 0 && s + 1 < code.length(); s = code.indexOf('s', s + 1)) {
      int first = end(code, s + 1);
      int last = end(code, first);
      if (last < code.length() && FLAGS.matcher(code.substring(last + 1)).lookingAt()) {
        texts.add(new CommandWord.Literal(code.substring(first + 1, last).replace("\\", "")));
      }
    }
  }

  /// The next index of the letter at that place, without a backslash before it.
  private static int end(String code, int from) {
    int at = from + 1;
    while (at < code.length() && code.charAt(at) != code.charAt(from)) {
      at += code.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, code.length());
  }

  /// The last group of each match that is there.
  static void add(Matcher matcher, List<CommandWord> texts) {
    while (matcher.find()) {
      int group = matcher.groupCount();
      while (matcher.group(group) == null) {
        group--;
      }
      texts.add(new CommandWord.Literal(matcher.group(group)));
    }
  }

  /// The quoted texts in a text, as one line.
  static CommandWord joined(String start, String text) {
    StringBuilder line = new StringBuilder(start);
    Matcher matcher = TEXT.matcher(text);
    while (matcher.find()) {
      line.append(' ').append(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    return new CommandWord.Literal(line.append(' ').toString());
  }
}
