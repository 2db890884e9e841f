// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The constructs of a shell that this language lacks, each with its replacement.
public final class UnsupportedConstructs {
  /// One of them.
  ///
  /// @param name what it is, as part of a sentence
  /// @param rewrite what to write instead, as an order
  public record UnsupportedConstruct(String name, String rewrite) {}

  private static final String SEPARATE = "give the commands one by one, without it";
  private static final String INNER_FIRST =
      "run the inner command first and write its result into this one";
  private static final String WRITE_FILE = "redirect with > or >>, or write the file with a tool";

  /// Every operator of the shells, the longer ones first: what is read must be what a shell reads.
  private static final List<String> OPERATORS =
      List.of(
          "<<<", "<<-", "&>>", ";;&", "&&", "||", "|&", ";;", ";&", "<<", ">>", "<&", ">&", "<>",
          ">|", ">!", "<(", ">(", "&>", "((", "|", "&", ";", "<", ">", "(", ")");

  private static final Map<String, UnsupportedConstruct> REFUSED_OPERATORS =
      table(
          """
          ;;&  a case branch (;;&)  write only the branch that applies
          ;;  a case branch (;;)  write only the branch that applies
          ;&  a case branch (;&)  write only the branch that applies
          <&  a duplicated input (<&)  redirect from a file with <
          <>  opening for reading and writing (<>)  use < or >
          >!  the operator >!  write >
          <(  a process substitution (<(…))  run the inner command first and write its output to a file
          >(  a process substitution (>(…))  write to a file and run the inner command on it afterwards
          &  running in the background (&)  use the tool run_background, or && for one after the other
          ((  arithmetic ((…))  write the result
          (  a subshell (…)  give the commands one by one; for another directory use `working_dir`
          )  a parenthesis  quote it as '(' or ')'
          """);

  private static final Map<String, UnsupportedConstruct> RESERVED =
      table(
          """
          if then else elif fi  a condition  run the test first and then the command that applies, or join them with && and ||
          for do done in  a loop  make one call per item, or use find -exec or xargs
          while until  a while or until loop  pipe the lines into xargs, as in: COMMAND | xargs -n 1 PROGRAM; or write for NAME in WORDS, or one call per round
          case esac select  a choice  write only the branch that applies
          function  a function definition  write its commands where it would be called
          coproc  a coprocess  use the tool run_background
          { }  a group in braces  give the commands one by one, without the braces
          !  a negation (!)  run the command and look at its exit code
          [[ ]]  a shell test ([[)  write test with the same condition
          eval  eval  write the command itself
          exec  exec  write the command itself, without exec
          source .  running a script in the shell (source)  run the script as a program of its own, such as sh FILE
          set unset declare typeset local readonly let setenv unsetenv setopt unsetopt  a change of the shell's variables or options  leave options out, and write NAME=value in front of the command that needs it
          alias unalias  an alias  write the command itself
          trap  trap  give the commands one by one
          ulimit umask  a change of the shell's limits (ulimit, umask)  leave it out; limits are configured
          shift getopts return logout suspend caller  the flow control of a script  give only the commands that should run
          break continue  leaving a round early (break, continue)  join the rounds: A || { B; A || B; }; to wait for a server: curl --retry 9 --retry-delay 1 --retry-connrefused URL
          wait jobs bg fg disown  job control  use the tools for background processes
          builtin  running a program without the shell's own meaning of its name  write the program itself; to look for a program write command -v NAME
          hash enable shopt bind complete compgen compopt history fc times  a setting of the shell  leave it out
          pushd popd dirs  a change of the directory  use the parameter `working_dir`, or a leading cd DIR &&
          read mapfile readarray  reading into a variable  read the file or the output and write the text into the command
          :  the empty command (:)  write true
          """);

  private UnsupportedConstructs() {}

  /// Rows of names, construct and rewrite, with two blanks between them.
  private static Map<String, UnsupportedConstruct> table(String rows) {
    Map<String, UnsupportedConstruct> table = new TreeMap<>();
    for (String row : rows.lines().toList()) {
      String[] columns = row.split("  ", 3);
      UnsupportedConstruct construct = new UnsupportedConstruct(columns[1], columns[2]);
      for (String name : columns[0].split(" ", -1)) {
        table.put(name, construct);
      }
    }
    return table;
  }

  /// The operator at that index, where a letter ends a word and is not a blank.
  static String operatorAt(CharSequence text, int index) {
    return OPERATORS.stream()
        .filter(operator -> startsWith(text, index, operator))
        .findFirst()
        .orElseThrow();
  }

  private static boolean startsWith(CharSequence text, int index, String operator) {
    boolean starts = index + operator.length() <= text.length();
    for (int i = 0; starts && i < operator.length(); i++) {
      starts = text.charAt(index + i) == operator.charAt(i);
    }
    return starts;
  }

  /// The fault of that operator, null if there is none.
  public static @Nullable UnsupportedConstruct operator(String operator) {
    return REFUSED_OPERATORS.get(operator);
  }

  /// The fault of that word as a program, null if there is none.
  public static @Nullable UnsupportedConstruct program(String word) {
    if (word.startsWith("!") || word.startsWith("^")) {
      return RESERVED.getOrDefault(word, HISTORY);
    }
    return RESERVED.get(word);
  }

  public static final UnsupportedConstruct FLOW =
      new UnsupportedConstruct(
          "an exit here",
          "write exit N last, or as COMMAND || exit N or COMMAND || { …; exit N; } with N from 1");
  public static final UnsupportedConstruct SHELL_TEST =
      new UnsupportedConstruct(
          "this form of a shell test ([[)",
          "write test with the same condition and double quotes, or pipe the text into grep -qE for"
              + " a regular expression");
  public static final UnsupportedConstruct STOPPING =
      new UnsupportedConstruct(
          "a list under set -e that cannot be translated",
          "omit set -e and join with && the commands that run only after success");
  public static final UnsupportedConstruct PIPE_STATUS =
      new UnsupportedConstruct(
          "a pipeline under set -o pipefail",
          "omit pipefail: the status is that of the pipeline's last command; or write the"
              + " output to a file and look at that");
  static final UnsupportedConstruct HISTORY =
      new UnsupportedConstruct(
          "a history expansion (!)", "write the earlier command itself, or quote the !");
  public static final UnsupportedConstruct STATUS =
      new UnsupportedConstruct(
          "the status of the last command ($?) here",
          "give it to echo, printf or test, as in: make; echo $?; or write NAME=$? in a step of its"
              + " own, outside of conditions and of what runs only where something failed");
  public static final UnsupportedConstruct VARIABLE_UNSURE =
      new UnsupportedConstruct(
          "a variable of the environment that may be set or not",
          "export it in a step of its own, at the beginning");
  public static final UnsupportedConstruct EXPORT =
      new UnsupportedConstruct(
          "this form of export", "write export NAME=value, or NAME=value in front of the command");
  static final UnsupportedConstruct SPLIT =
      new UnsupportedConstruct(
          "a variable with blanks or patterns without quotes",
          "put it in double quotes, or write its words themselves");
  public static final UnsupportedConstruct GROUP_STREAM =
      new UnsupportedConstruct(
          "a redirection or pipe after a group, a condition or a loop",
          "redirect its commands one by one");
  public static final UnsupportedConstruct UNFINISHED =
      new UnsupportedConstruct(
          "a group, a condition or a loop that is not closed",
          "close it with ), }, fi or done after a ; or a line end");
  public static final UnsupportedConstruct LOOP_FORM =
      new UnsupportedConstruct(
          "a loop over words that are not known here",
          "write for NAME in WORDS; do COMMANDS; done, or use find -exec or xargs");
  static final UnsupportedConstruct HERE_UNFINISHED =
      new UnsupportedConstruct(
          "a here-document without its last line",
          "end it with a line that is the delimiter and nothing else, or pass the text as the"
              + " parameter `stdin`");
  public static final UnsupportedConstruct HERE_EXPANSION =
      new UnsupportedConstruct(
          "an expansion in a here-document",
          "quote the delimiter, as in <<'EOF': then every letter is literal");
  static final UnsupportedConstruct HERE_CONTINUATION =
      new UnsupportedConstruct(
          "a backslash at the end of a line of a here-document",
          "quote the delimiter, as in <<'EOF': then every letter is literal");
  static final UnsupportedConstruct HERE_LETTER =
      new UnsupportedConstruct(
          "an invisible character in a here-document", "omit it, or write the file with a tool");
  public static final UnsupportedConstruct HERE_PLACE =
      new UnsupportedConstruct(
          "a text as input where there is another input",
          "give a command one input only, and a text to the first command of a pipeline");
  static final UnsupportedConstruct BACKTICKS =
      new UnsupportedConstruct("a command substitution (`…`)", INNER_FIRST);
  static final UnsupportedConstruct SUBSTITUTION =
      new UnsupportedConstruct("a command substitution ($(…))", INNER_FIRST);
  public static final UnsupportedConstruct PART =
      new UnsupportedConstruct(
          "a pattern whose matches what stands before it may change", INNER_FIRST);
  static final UnsupportedConstruct ARITHMETIC =
      new UnsupportedConstruct(
          "arithmetic ($((…)))",
          "write the result, or whole numbers and variables of the line with + - * / % and ( )");
  static final UnsupportedConstruct PARAMETER =
      new UnsupportedConstruct(
          "a variable without a value here ($)",
          "set it before, as in NAME=value; …, or write its value, or ${NAME:-value} (printenv NAME"
              + " prints one of the environment); in single quotes or after a backslash $ is an"
              + " ordinary letter");
  static final UnsupportedConstruct DOLLAR_QUOTES =
      new UnsupportedConstruct(
          "the quotes $'…' or $\"…\"", "write the text itself in plain quotes");
  static final UnsupportedConstruct UNCLOSED =
      new UnsupportedConstruct("an unclosed quote", "close it");
  static final UnsupportedConstruct LONE_BACKSLASH =
      new UnsupportedConstruct("a backslash at the end", "omit it, or quote it");
  public static final UnsupportedConstruct BRACES =
      new UnsupportedConstruct(
          "a brace expansion ({…})", "write out every word, or quote the braces");
  static final UnsupportedConstruct TILDE =
      new UnsupportedConstruct(
          "a tilde that is not ~ or ~/…", "write the whole path, or quote the ~ if it is a letter");
  public static final UnsupportedConstruct DESCRIPTOR =
      new UnsupportedConstruct("a redirection of another stream than 0, 1 and 2", WRITE_FILE);
  static final UnsupportedConstruct NAMED_DESCRIPTOR =
      new UnsupportedConstruct("a redirection of a named stream ({name}>)", WRITE_FILE);
  public static final UnsupportedConstruct DUPLICATE =
      new UnsupportedConstruct(
          "a duplicated stream other than 2>&1 and >&2",
          "write 2>&1 or >&2, or &> FILE for both streams into a file");
  public static final UnsupportedConstruct TARGET =
      new UnsupportedConstruct(
          "a redirection without one definite file", "write one path, without patterns");
  public static final UnsupportedConstruct ONLY_REDIRECTION =
      new UnsupportedConstruct("a redirection without a command", "write the file with a tool");
  public static final UnsupportedConstruct ONLY_ASSIGNMENT =
      new UnsupportedConstruct(
          "an assignment without a command", "write it in front of the command that needs it");
  public static final UnsupportedConstruct ARRAY =
      new UnsupportedConstruct("an array or += assignment", "write the value itself");
  public static final UnsupportedConstruct NO_PROGRAM =
      new UnsupportedConstruct(
          "a place where a command is missing", "write a command there, or omit the operator");
  static final UnsupportedConstruct PATTERN_PROGRAM =
      new UnsupportedConstruct("a pattern or nothing as the program", "write the program's name");
  public static final UnsupportedConstruct FUNCTION =
      new UnsupportedConstruct("a function definition", SEPARATE);
  public static final UnsupportedConstruct PARENTHESIS =
      new UnsupportedConstruct("a parenthesis", "quote it, as in '(' or \\(");
  public static final UnsupportedConstruct DIRECTORY =
      new UnsupportedConstruct(
          "a cd that is not in a chain of &&",
          "use the parameter `working_dir`, or write cd DIR && and join all else with &&, too");
  public static final UnsupportedConstruct PAST_THE_SHELL =
      new UnsupportedConstruct(
          "running a program without the shell's own meaning of its name",
          "write the program itself; to look for a program write command -v NAME");
  public static final UnsupportedConstruct TOO_LONG =
      new UnsupportedConstruct(
          "a command line that exceeds a limit of length", "split it into several calls");
}
