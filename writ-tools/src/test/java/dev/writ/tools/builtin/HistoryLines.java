// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools.builtin;

import dev.writ.tools.builtin.History.Owned;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// The lines that random histories are made of, and where they may stand.
public abstract class HistoryLines {
  private final RandomGenerator random;
  private int names;

  private HistoryLines(RandomGenerator random) {
    this.random = random;
  }

  /// Lines in any order, many of them equal, inserted and removed anywhere: harder than real code,
  /// and brackets in them do not match.
  public static HistoryLines soup(RandomGenerator random) {
    return new Soup(random);
  }

  /// Methods whose brackets are balanced before and after each change.
  public static HistoryLines code(RandomGenerator random) {
    return new Code(random);
  }

  /// A number that was not used before.
  int name() {
    return names++;
  }

  /// A name, now and then one that is used often.
  String word() {
    return List.of("total", "index", "buffer", "name", "value", "state", "node", "item")
            .get(random.nextInt(8))
        + (random.nextInt(3) == 0 ? "" : String.valueOf(names++));
  }

  /// A whole file.
  abstract List<String> body();

  /// Lines that may stand before a line of a file.
  ///
  /// @param most about how many
  abstract List<String> lines(List<Owned> file, int at, int most);

  /// How many of some lines may be taken away together; at most so many as are wanted.
  abstract int removable(List<Owned> file, int at, int wanted);

  final RandomGenerator random() {
    return random;
  }

  /// A line that opens and closes nothing.
  final String statement() {
    String word = word();
    return switch (random.nextInt(7)) {
      case 0 -> "    int " + word + " = compute(" + word() + ", " + word() + ");";
      case 1 -> "    " + word + ".add(\"" + word() + "\", " + names++ + ");";
      case 2 -> "    // " + word + " and " + word() + " go with " + word();
      case 3 -> "    call(" + word() + ", " + word() + ", " + word() + ", other(" + word() + "));";
      case 4 -> "    return " + word + ";";
      case 5 -> "    String " + word + " = \"some text of " + word() + "\";";
      default -> "    " + word + " += " + random.nextInt(4) + ";";
    };
  }

  private static final class Soup extends HistoryLines {
    private static final List<String> COMMON =
        List.of(
            "  }",
            "  }",
            "",
            "    return null;",
            "    }",
            "    break;",
            "    i++;",
            "  }",
            "    } else {",
            "    try {",
            "    return result;");

    Soup(RandomGenerator random) {
      super(random);
    }

    private String line() {
      return switch (random().nextInt(9)) {
        case 0 -> "    if (" + word() + " > " + word() + ") {";
        case 1 -> COMMON.get(random().nextInt(COMMON.size()));
        default -> statement();
      };
    }

    @Override
    List<String> lines(List<Owned> file, int at, int most) {
      List<String> lines = new ArrayList<>();
      int count = 1 + random().nextInt(most);
      boolean method = count > 4 && random().nextBoolean();
      if (method) {
        lines.add("  void " + word() + name() + "() {");
      }
      for (int i = method ? 2 : 0; i < count; i++) {
        lines.add(line());
      }
      if (method) {
        lines.add("  }");
        lines.add("");
      }
      return lines;
    }

    @Override
    List<String> body() {
      List<String> body = new ArrayList<>();
      for (int parts = 1 + random().nextInt(10); parts > 0; parts--) {
        body.addAll(lines(List.of(), 0, 16));
      }
      return body;
    }

    @Override
    int removable(List<Owned> file, int at, int wanted) {
      return Math.min(file.size() - at, wanted);
    }
  }

  private static final class Code extends HistoryLines {
    Code(RandomGenerator random) {
      super(random);
    }

    @Override
    List<String> body() {
      List<String> body = new ArrayList<>();
      for (int methods = 1 + random().nextInt(8); methods > 0; methods--) {
        body.addAll(method(12));
      }
      return body;
    }

    private List<String> method(int most) {
      List<String> lines = new ArrayList<>();
      lines.add("  void " + word() + name() + "() {");
      lines.addAll(statements("", most));
      lines.add("  }");
      lines.add("");
      return lines;
    }

    private List<String> statements(String indent, int most) {
      List<String> lines = new ArrayList<>();
      for (int left = 1 + random().nextInt(most); left > 0; left--) {
        int kind = random().nextInt(12);
        if (kind == 0 && left > 2) {
          String word = word();
          lines.add(indent + "    if (" + word + " > " + word() + ") {");
          lines.addAll(statements(indent + "  ", 3));
          if (random().nextInt(3) == 0) {
            lines.add(indent + "    } else {");
            lines.addAll(statements(indent + "  ", 2));
          }
          lines.add(indent + "    }");
        } else if (kind == 1 && !lines.isEmpty()) {
          lines.add("");
        } else {
          lines.add(indent + statement());
        }
      }
      return lines;
    }

    @Override
    List<String> lines(List<Owned> file, int at, int most) {
      int depth = 0;
      for (int i = 0; i < at; i++) {
        depth += change(file.get(i).text());
      }
      return depth == 0 ? method(most) : statements("  ".repeat(Math.max(0, depth - 1)), most);
    }

    @Override
    int removable(List<Owned> file, int at, int wanted) {
      int most = 0;
      int depth = 0;
      for (int count = 1; count <= wanted && at + count <= file.size(); count++) {
        String text = file.get(at + count - 1).text();
        if (depth == 0 && text.strip().startsWith("}")) {
          break;
        }
        depth += change(text);
        most = depth == 0 ? count : most;
      }
      return most;
    }

    private static int change(String text) {
      return (text.contains("{") ? 1 : 0) - (text.contains("}") ? 1 : 0);
    }
  }
}
