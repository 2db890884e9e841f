// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.command.unwrap;

import dev.writ.command.language.ProgramInvocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The read-only programs that need no grant, each with the options that are known to do nothing
/// but read what its operands name. Long options count only in full: GNU programs accept
/// abbreviations, and an abbreviation of something harmless may be one of something else. Options
/// that follow links out of the workspace, read lists of files, or never end are not here.
public final class ReadOnlyPrograms {

  /// How a program takes its operands.
  private enum Operands {
    /// All are paths.
    PATHS,
    /// The first is a pattern unless an option gave one, the rest are paths.
    PATTERN_THEN_PATHS,
    /// Paths first, then an expression of tests.
    FIND,
    /// Plain words.
    WORDS
  }

  /// @param flags options without a value: single letters can be bundled
  /// @param valued options with a value, as separate word or attached
  private record Shape(Set<String> flags, Set<String> valued, Operands operands) {}

  private static final Map<String, Shape> SHAPES = shapes();

  private static final String NOT_LISTED =
      " is not one of the read-only programs " + String.join(", ", SHAPES.keySet());

  private static Map<String, Shape> shapes() {
    Map<String, Shape> shapes = new TreeMap<>();
    shapes.put(
        "ls",
        shape(
            """
            -a -A -l -h -r -t -S -1 -d -F -p -i -s -n -g -o -G -R -X -v -U -c -u -m -x -C -q -Q -b
            -N -k -Z -f -B --all --almost-all --human-readable --reverse --recursive --directory
            --classify --inode --size --numeric-uid-gid --no-group --full-time --author --escape
            --group-directories-first --file-type --literal --quote-name --context --kibibytes
            --ignore-backups --hide-control-chars --si --color --color=never --color=auto
            --color=always --help --version\
            """,
            """
            -w -I --ignore= --hide= --width= --tabsize= --sort= --time= --time-style= --format=
            --indicator-style= --quoting-style= --block-size=\
            """,
            Operands.PATHS));
    shapes.put(
        "cat",
        shape(
            """
            -n -b -s -A -e -E -t -T -u -v --number --number-nonblank --squeeze-blank --show-all
            --show-ends --show-tabs --show-nonprinting --help --version\
            """,
            "",
            Operands.PATHS));
    Shape ends =
        shape(
            "-q -v -z --quiet --silent --verbose --zero-terminated --help --version",
            "-n -c --lines= --bytes=",
            Operands.PATHS);
    shapes.put("head", ends);
    shapes.put("tail", ends);
    shapes.put("grep", grep());
    shapes.put("find", shape("", "", Operands.FIND));
    for (String name : List.of("echo", "true", "false", "exit", "type")) {
      shapes.put(name, shape("", "", Operands.WORDS));
    }
    shapes.put("pwd", shape("-P -L", "", Operands.WORDS));
    shapes.put("which", shape("-a", "", Operands.WORDS));
    // Only behind this option does it start nothing; the parser lets no other through.
    shapes.put("command", shape("-v", "", Operands.WORDS));
    return shapes;
  }

  private static Shape grep() {
    return shape(
        """
        -r -n -i -l -L -c -v -w -x -o -h -H -E -F -G -P -q -s -a -I -b -z -Z -T -U --recursive
        --line-number --ignore-case --files-with-matches --files-without-match --count
        --invert-match --word-regexp --line-regexp --only-matching --no-filename
        --with-filename --extended-regexp --fixed-strings --basic-regexp --perl-regexp --quiet
        --silent --no-messages --text --byte-offset --null --null-data --initial-tab
        --no-ignore-case --line-buffered --color --color=never --color=auto --color=always
        --help --version\
        """,
        """
        -e -A -B -C -m --regexp= --after-context= --before-context= --context= --max-count=
        --include= --exclude= --exclude-dir= --binary-files= --label= --group-separator=\
        """,
        Operands.PATTERN_THEN_PATHS);
  }

  /// No argument makes these programs write or run anything; `sort` and `rg` have one each, which
  /// no name of a file is. Git is not here: it may write its own directory.
  private static final Set<String> READERS =
      words(
          """
          ls cat head tail grep egrep fgrep rg echo printf true wc sort uniq jq diff cmp comm stat
          file du cut tr nl tac basename dirname realpath readlink md5sum sha1sum sha256sum cksum
          test [ column paste join od strings\
          """);

  private ReadOnlyPrograms() {}

  /// Whether a program only reads whatever further arguments it gets, such as names of files that
  /// another program finds.
  public static boolean onlyReads(String program) {
    return READERS.contains(program);
  }

  private static Shape shape(String flags, String valued, Operands operands) {
    return new Shape(words(flags), words(valued), operands);
  }

  private static Set<String> words(String text) {
    return text.isEmpty() ? Set.of() : Set.copyOf(Arrays.asList(text.split("\\s+")));
  }

  /// The arguments with which a program that searches a whole tree skips files that usually hold
  /// secrets: the command names none of them, so no question could name them (INV-14).
  ///
  /// @param secretNames patterns of names
  public static List<String> withoutSecrets(
      String program, List<String> arguments, List<String> secretNames) {
    if (!program.equals("grep")
        || !isRecursive(arguments)
        || !(judge(program, arguments) instanceof ProgramInvocation.Harmless)) {
      return arguments;
    }
    // Behind all other options: of --include and --exclude the last that matches counts.
    int end = arguments.indexOf("--");
    List<String> options = arguments.subList(0, end < 0 ? arguments.size() : end);
    List<String> excludes = secretNames.stream().map(name -> "--exclude=" + name).toList();
    int from = options.size() - excludes.size();
    if (from >= 0 && options.subList(from, options.size()).equals(excludes)) {
      return arguments;
    }
    List<String> careful = new ArrayList<>(arguments);
    careful.addAll(options.size(), excludes);
    return careful;
  }

  private static boolean isRecursive(List<String> arguments) {
    for (String argument : arguments) {
      if (argument.equals("--")) {
        return false;
      }
      boolean letters = argument.startsWith("-") && !argument.startsWith("--");
      if (argument.equals("--recursive") || (letters && argument.indexOf('r') > 0)) {
        return true;
      }
    }
    return false;
  }

  /// The table's answer on a program with its arguments.
  public static ProgramInvocation judge(String program, List<String> arguments) {
    Shape shape = SHAPES.get(program);
    if (shape == null) {
      return new ProgramInvocation.NotGranted(program + NOT_LISTED);
    }
    return switch (shape.operands()) {
      case FIND -> find(arguments);
      case WORDS -> words(program, shape, arguments);
      case PATHS, PATTERN_THEN_PATHS -> options(program, shape, arguments);
    };
  }

  private static ProgramInvocation words(String program, Shape shape, List<String> arguments) {
    boolean takesAnything = program.equals("echo");
    for (String argument : arguments) {
      if (!takesAnything && argument.startsWith("-") && !shape.flags().contains(argument)) {
        return unknown(program, argument);
      }
    }
    return new ProgramInvocation.Harmless(List.of());
  }

  private static ProgramInvocation unknown(String program, String argument) {
    return new ProgramInvocation.NotGranted(
        program + ": the option " + argument + " is not known to be read-only");
  }

  private static ProgramInvocation options(String program, Shape shape, List<String> arguments) {
    List<String> operands = new ArrayList<>();
    boolean patternGiven = shape.operands() == Operands.PATHS;
    boolean ended = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (ended || argument.equals("-") || !argument.startsWith("-")) {
        operands.add(argument);
      } else if (argument.equals("--")) {
        ended = true;
      } else if (argument.startsWith("--")) {
        int equals = argument.indexOf('=') + 1;
        String name = equals > 0 ? argument.substring(0, equals) : argument;
        boolean takesNext = shape.valued().contains(argument + "=") && i + 1 < arguments.size();
        if (!shape.flags().contains(argument)
            && !takesNext
            && !(equals > 0 && shape.valued().contains(name))) {
          return unknown(program, argument);
        }
        i += takesNext ? 1 : 0;
        patternGiven |= name.startsWith("--regexp");
      } else {
        Bundle bundle = Bundle.of(shape, argument, i + 1 < arguments.size());
        if (!bundle.known()) {
          return unknown(program, argument);
        }
        i += bundle.takesNext() ? 1 : 0;
        patternGiven |= bundle.valued() == 'e';
      }
    }
    boolean dropPattern = !patternGiven && !operands.isEmpty();
    return new ProgramInvocation.Harmless(
        dropPattern ? operands.subList(1, operands.size()) : operands);
  }

  /// A word of single-letter options, the last of which may take a value.
  ///
  /// @param valued the letter that takes a value, NUL where none does
  private record Bundle(boolean known, char valued, boolean takesNext) {
    static Bundle of(Shape shape, String word, boolean hasNext) {
      for (int i = 1; i < word.length(); i++) {
        String option = "-" + word.charAt(i);
        if (shape.valued().contains(option)) {
          boolean attached = i + 1 < word.length();
          return new Bundle(attached || hasNext, word.charAt(i), !attached);
        }
        if (i == 1 && isNumber(word) && (shape.valued().contains("-n") || hasContext(shape))) {
          return new Bundle(true, '\0', false);
        }
        if (!shape.flags().contains(option)) {
          return new Bundle(false, '\0', false);
        }
      }
      return new Bundle(true, '\0', false);
    }

    /// Whether a number is a number of lines around a match.
    private static boolean hasContext(Shape shape) {
      return shape.valued().contains("-C");
    }

    /// Whether only digits follow the dash.
    private static boolean isNumber(String word) {
      return word.chars().skip(1).allMatch(c -> c >= '0' && c <= '9');
    }
  }

  private static ProgramInvocation find(List<String> arguments) {
    List<String> operands = new ArrayList<>();
    int i = 0;
    while (i < arguments.size() && FindExpression.isLeadingOption(arguments.get(i))) {
      i++;
    }
    while (i < arguments.size() && !FindExpression.begins(arguments.get(i))) {
      operands.add(arguments.get(i++));
    }
    for (; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (FindExpression.takesValue(word) && i + 1 < arguments.size()) {
        i++;
        if (FindExpression.takesFile(word)) {
          operands.add(arguments.get(i));
        }
      } else if (!FindExpression.isPlain(word)) {
        return unknown("find", word);
      }
    }
    return new ProgramInvocation.Harmless(operands);
  }
}
