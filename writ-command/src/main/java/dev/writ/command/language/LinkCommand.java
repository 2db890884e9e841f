// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The operands of `ln`: what a symbolic link leads to counts from the directory of the link.
///
/// @param symbolic whether the links are symbolic
/// @param relative whether `ln` makes the targets relative to the links itself
/// @param plain whether a link in the place of the new one is replaced, not followed
/// @param targets what the links lead to
/// @param directory in which the links are made, where it is given as such
/// @param link the link, or the directory in which it is made
public record LinkCommand(
    boolean symbolic,
    boolean relative,
    boolean plain,
    List<String> targets,
    Optional<String> directory,
    Optional<String> link) {
  public LinkCommand {
    targets = List.copyOf(targets);
  }

  /// The operands, where the command is `ln`.
  public static Optional<LinkCommand> of(Command command) {
    String name = command.programName();
    if (!name.equals("ln") && !name.equals("gln")) {
      return Optional.empty();
    }
    Reader reader = new Reader(command.argv());
    reader.read();
    return Optional.of(reader.made());
  }

  /// Reads the arguments of `ln` in its order.
  private static final class Reader {
    private final List<String> argv;
    private final List<String> operands = new ArrayList<>();
    private int at = 1;
    private boolean symbolic;
    private boolean relative;
    private boolean plain;
    private Optional<String> directory = Optional.empty();

    Reader(List<String> argv) {
      this.argv = argv;
    }

    void read() {
      boolean ended = false;
      while (at < argv.size()) {
        String word = argv.get(at++);
        if (ended || !word.startsWith("-") || word.equals("-")) {
          operands.add(word);
        } else if (word.equals("--")) {
          ended = true;
        } else if (word.startsWith("--")) {
          option(word);
        } else {
          letters(word);
        }
      }
    }

    private void option(String word) {
      symbolic |= word.startsWith("--sy");
      relative |= word.startsWith("--r");
      plain |= word.startsWith("--no-");
      if (word.startsWith("--t")) {
        int equals = word.indexOf('=');
        directory = equals < 0 ? next() : Optional.of(word.substring(equals + 1));
      } else if (word.equals("--suffix")) {
        next();
      }
    }

    private void letters(String word) {
      int valued = valued(word);
      String letters = word.substring(1, valued);
      symbolic |= letters.indexOf('s') >= 0;
      relative |= letters.indexOf('r') >= 0;
      plain |= letters.indexOf('n') >= 0 || letters.indexOf('T') >= 0;
      if (valued < word.length()) {
        boolean attached = valued + 1 < word.length();
        Optional<String> value = attached ? Optional.of(word.substring(valued + 1)) : next();
        directory = word.charAt(valued) == 't' ? value : directory;
      }
    }

    private Optional<String> next() {
      return at < argv.size() ? Optional.of(argv.get(at++)) : Optional.empty();
    }

    LinkCommand made() {
      Optional<String> in = directory;
      Optional<String> link = Optional.empty();
      List<String> targets = operands;
      if (in.isEmpty() && operands.size() < 2) {
        in = Optional.of(".");
      } else if (in.isEmpty()) {
        Optional<String> last = Optional.of(operands.getLast());
        boolean isDirectory = operands.size() > 2 || operands.getLast().endsWith("/");
        in = isDirectory ? last : in;
        link = isDirectory ? link : last;
        targets = operands.subList(0, operands.size() - 1);
      }
      return new LinkCommand(symbolic, relative, plain, targets, in, link);
    }
  }

  /// The index of an option letter with a value; the length if there is none.
  private static int valued(String word) {
    for (int i = 1; i < word.length(); i++) {
      if (word.charAt(i) == 't' || word.charAt(i) == 'S') {
        return i;
      }
    }
    return word.length();
  }
}
