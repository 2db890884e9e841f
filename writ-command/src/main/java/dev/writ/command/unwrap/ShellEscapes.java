// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.unwrap;

import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The ways in which single languages start programs besides calling a function with a text.
final class ShellEscapes {
  /// Shells of databases.
  static final Set<String> DATABASES =
      Set.of(
          "sqlite3", "sqlite", "duckdb", "psql", "mysql", "mariadb", "mycli", "pgcli", "litecli");

  private static final Set<String> TERSE = Set.of("tclsh", "wish", "expect", "gdb", "lldb", "dc");

  /// `qx(…)` of Perl and `%x(…)` of Ruby, with any delimiter.
  private static final Pattern QUOTED_COMMAND =
      Pattern.compile(
          "(?:\\bqx|%x)\\s*(?:\\(([^)]*)\\)|\\{([^}]*)}|\\[([^]]*)]|<([^>]*)>|([^\\w\\s(\\[{<])(.*?)\\5)");

  /// `open F, "-|", "a", "b"` and `open(F, "a |")` of Perl.
  private static final Pattern OPENS =
      Pattern.compile(
          "\\bopen\\b[^;\"']{0,40}("
              + InterpretedCode.QUOTED
              + "(?:\\s*,\\s*"
              + InterpretedCode.QUOTED
              + "){0,40})");

  /// `"a b".execute()` of Groovy and `"a b".!` of Scala.
  private static final Pattern EXECUTED =
      Pattern.compile(
          "(" + InterpretedCode.QUOTED + ")\\s*\\.\\s*(?:execute\\b|!|lazyLines|lineStream)");

  /// `exec a b` of Tcl, `spawn a b` of Expect, `shell a b` and `!a b` of debuggers.
  private static final Pattern UNQUOTED =
      Pattern.compile("(?:\\b(?:exec|spawn|shell|system)\\s+|^\\s*!)([^;\\n\\]]+)");

  /// `syscmd(a b)` of m4, `\\write18{a b}` of TeX, `%pipe%a b` of PostScript.
  private static final Pattern MACRO =
      Pattern.compile("(?:syscmd\\s*\\(|write18\\s*\\{|%pipe%)([^)}]*)");

  /// `"|a b"` and `'<a b'` of gnuplot.
  private static final Pattern PIPED = Pattern.compile("[\"']\\s*[|<]\\s*([^\"']+)");

  /// `:terminal a b` of Vim.
  private static final Pattern TERMINAL =
      Pattern.compile(
          "(?:^|[+:|\\s])te(?:r(?:m(?:i(?:n(?:al?)?)?)?)?)?!?\\s+(?:\\+\\+\\S+\\s+)*([^|]+)");

  /// Functions of Emacs that start processes take what they start as further texts.
  private static final Pattern PROCESS = Pattern.compile("-process\\b|process-");

  /// Programs that database shells start: `.shell a b`, `.once |a b`, `\\! a b`, `from program 'a
  /// b'`.
  private static final Pattern DATABASE =
      Pattern.compile(
          "(?i)(?:(?:^|=)\\s*\\.(?:sh\\w*|sy\\w*)\\s+|(?:^|=)\\s*(?:\\.\\w+\\s|\\\\\\w\\s*)\\s*[\"']?\\|\\s*|\\\\!\\s*|(?:^|=)\\s*system\\s+|\\bprogram\\s+'|\\bedit\\s*\\(.*,\\s*')([^\"';\\n"
              + "]+)");

  /// Acts of AppleScript that the denylist covers without a program.
  private static final Pattern ADMINISTRATOR = Pattern.compile("(?i)with administrator privileges");

  private static final Pattern ENDS_SESSION =
      Pattern.compile("(?i)\\bto (?:shut down|restart|sleep)");

  private ShellEscapes() {}

  /// Programs that code in a language starts this way.
  static List<CommandWord> of(String name, String code) {
    List<CommandWord> texts = new ArrayList<>(0);
    switch (name) {
      case "perl", "ruby", "jruby", "raku", "irb", "pry" -> {
        InterpretedCode.add(QUOTED_COMMAND.matcher(code), texts);
        opened(code, texts);
      }
      case "groovy", "scala", "scala-cli", "kotlin" ->
          EXECUTED
              .matcher(code)
              .results()
              .forEach(found -> texts.add(InterpretedCode.joined("", found.group(1))));
      case "emacs" -> processes(code, texts);
      case "vim", "vi", "nvim", "view", "ex", "gvim" ->
          InterpretedCode.add(TERMINAL.matcher(code), texts);
      case "gnuplot" -> InterpretedCode.add(PIPED.matcher(code), texts);
      case "m", "gs", "tex", "pdftex", "luatex", "latex", "pdflatex", "xelatex", "lualatex" ->
          InterpretedCode.add(MACRO.matcher(code), texts);
      case "osascript" -> scripted(code, texts);
      default -> {}
    }
    if (TERSE.contains(name)) {
      InterpretedCode.add(UNQUOTED.matcher(code), texts);
    }
    return texts;
  }

  /// Programs that an argument of a database shell starts.
  static List<CommandWord> ofDatabase(String code) {
    List<CommandWord> texts = new ArrayList<>(0);
    InterpretedCode.add(DATABASE.matcher(code), texts);
    return texts;
  }

  /// Perl's pipes: `"-|", "a b"`, `"a b |"`.
  private static void opened(String code, List<CommandWord> texts) {
    OPENS
        .matcher(code)
        .results()
        .filter(found -> found.group(1).indexOf('|') >= 0)
        .forEach(
            found ->
                texts.add(
                    new CommandWord.Literal(
                        InterpretedCode.joined("", found.group(1))
                            .plain()
                            .replaceAll("-?\\|-?", ""))));
  }

  /// Every end of the texts in code that starts a process: the first may be the name of it.
  private static void processes(String code, List<CommandWord> texts) {
    if (!PROCESS.matcher(code).find()) {
      return;
    }
    for (int at = code.indexOf('"');
        at >= 0;
        at = code.indexOf('"', code.indexOf('"', at + 1) + 1)) {
      texts.add(InterpretedCode.joined("", code.substring(at)));
      if (code.indexOf('"', at + 1) < 0) {
        return;
      }
    }
  }

  /// AppleScript asks for the rights of an administrator, or ends the session, by itself.
  private static void scripted(String code, List<CommandWord> texts) {
    if (ADMINISTRATOR.matcher(code).find()) {
      texts.add(new CommandWord.Literal("sudo "));
    }
    if (ENDS_SESSION.matcher(code).find()) {
      texts.add(new CommandWord.Literal("shutdown "));
    }
  }
}
