// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import dev.writ.tools.History.Owned;
import dev.writ.tools.History.Truth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Writes random histories: what models, people, formatters and Git do to files.
final class HistoryWriter {
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

  private final History history;
  private final RandomGenerator random;
  private int names;

  HistoryWriter(History history, RandomGenerator random) {
    this.history = history;
    this.random = random;
  }

  void step() throws IOException {
    int kind = random.nextInt(100);
    if (history.files.size() < 2 || kind < 8) {
      create();
    } else if (kind < 30) {
      model();
    } else if (kind < 33) {
      copy();
    } else if (kind < 36) {
      modelFormats();
    } else if (kind < 56) {
      person();
    } else if (kind < 64) {
      layOut();
    } else if (kind < 69) {
      rename();
    } else if (kind < 75) {
      moveBlock();
    } else if (kind < 79) {
      history.session();
    } else if (kind < 83) {
      undo();
    } else if (kind < 87) {
      revert();
    } else if (kind < 94) {
      rewrite();
    } else {
      merge();
    }
  }

  private String path() {
    List<String> all = List.copyOf(history.files.keySet());
    return all.get(random.nextInt(all.size()));
  }

  private String word() {
    return List.of("total", "index", "buffer", "name", "value", "state", "node", "item")
            .get(random.nextInt(8))
        + (random.nextInt(3) == 0 ? "" : String.valueOf(names++));
  }

  private String line() {
    String word = word();
    return switch (random.nextInt(9)) {
      case 0 -> "    int " + word + " = compute(" + word() + ", " + word() + ");";
      case 1 -> "    " + word + ".add(\"" + word() + "\", " + names++ + ");";
      case 2 -> "    if (" + word + " > " + word() + ") {";
      case 3 -> "    // " + word + " and " + word() + " go with " + word();
      case 4 -> "    call(" + word() + ", " + word() + ", " + word() + ", other(" + word() + "));";
      case 5 -> "    return " + word + ";";
      case 6 -> "    String " + word + " = \"some text of " + word() + "\";";
      case 7 -> COMMON.get(random.nextInt(COMMON.size()));
      default -> "    " + word + " += " + random.nextInt(4) + ";";
    };
  }

  private List<String> lines(int most) {
    List<String> lines = new ArrayList<>();
    int count = 1 + random.nextInt(most);
    if (count > 4 && random.nextBoolean()) {
      lines.add("  void " + word() + names++ + "() {");
      for (int i = 2; i < count; i++) {
        lines.add(line());
      }
      lines.add("  }");
      lines.add("");
      return lines;
    }
    for (int i = 0; i < count; i++) {
      lines.add(line());
    }
    return lines;
  }

  private void create() {
    String path = "src/F" + names++ + ".java";
    if (random.nextBoolean()) {
      history.model(path, 0, 0, body());
    } else {
      history.person("creates", path, owned(body()));
    }
  }

  private List<String> body() {
    List<String> body = new ArrayList<>();
    for (int parts = 1 + random.nextInt(10); parts > 0; parts--) {
      body.addAll(lines(16));
    }
    return body;
  }

  private static List<Owned> owned(List<String> lines) {
    return new ArrayList<>(lines.stream().map(line -> new Owned(line, "")).toList());
  }

  private void model() {
    String path = path();
    int size = history.lines(path).size();
    int from = random.nextInt(size + 1);
    int to = Math.min(size, from + (random.nextBoolean() ? 0 : random.nextInt(5)));
    history.model(path, from, to, lines(12));
  }

  private void person() {
    String path = path();
    List<Owned> now = new ArrayList<>(history.lines(path));
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int at = random.nextInt(now.size() + 1);
      switch (random.nextInt(4)) {
        case 0 -> now.addAll(at, owned(lines(8)));
        case 1 -> now.subList(at, Math.min(now.size(), at + 1 + random.nextInt(4))).clear();
        case 2 -> {
          if (at < now.size()) {
            String text = now.get(at).text();
            now.set(at, new Owned(text + " // " + word() + names++, ""));
          }
        }
        default -> {
          int to = Math.min(now.size(), at + 1 + random.nextInt(4));
          History.replace(now, at, to, owned(lines(5)));
        }
      }
    }
    history.person("edits", path, now);
  }

  /// A formatter that a person runs, or one that the model runs.
  private void layOut() {
    String path = path();
    List<Owned> now = new ArrayList<>();
    int kind = random.nextInt(4);
    List<Owned> lines = history.lines(path);
    for (int i = 0; i < lines.size(); i++) {
      Owned line = lines.get(i);
      String text = line.text();
      int comma = text.indexOf(", ");
      if (kind == 0) {
        now.add(new Owned(text.isBlank() ? "" : "  " + text, line.record()));
      } else if (kind == 1 && comma > 0 && text.length() > 30) {
        now.add(new Owned(text.substring(0, comma + 1), line.record()));
        now.add(new Owned("        " + text.substring(comma + 2), line.record()));
      } else if (kind == 2) {
        boolean joins =
            text.endsWith(",")
                && i + 1 < lines.size()
                && lines.get(i + 1).record().equals(line.record());
        if (joins) {
          now.add(new Owned(text + " " + lines.get(++i).text().strip(), line.record()));
        } else {
          now.add(line);
        }
      } else if (kind == 3) {
        now.add(new Owned(text.replace("    ", "\t").replace("(", "( "), line.record()));
      } else {
        now.add(line);
      }
    }
    history.person("lays out " + kind, path, now);
  }

  /// A formatter that the model runs.
  private void modelFormats() {
    if (!history.commands) {
      return;
    }
    String path = path();
    boolean deeper = random.nextBoolean();
    List<Owned> now = new ArrayList<>();
    for (Owned line : history.lines(path)) {
      String text = line.text();
      if (deeper) {
        now.add(new Owned(text.isBlank() ? text : "  " + text, line.record()));
      } else {
        int comma = text.indexOf(", ");
        if (comma > 0) {
          now.add(new Owned(text.substring(0, comma + 1), line.record()));
          now.add(new Owned("      " + text.substring(comma + 2), line.record()));
        } else {
          now.add(line);
        }
      }
    }
    history.program(path, deeper ? "s/^\\(.*[^ ].*\\)$/  \\1/" : "s/, /,\\n      /", now);
  }

  /// Lines that are there are written once more: by the model, or by a person, who may also type
  /// them.
  private void copy() {
    List<Owned> source = history.lines(path());
    String path = path();
    if (source.size() < 9) {
      return;
    }
    int from = random.nextInt(source.size() - 7);
    List<Owned> block = source.subList(from, from + 1 + random.nextInt(7));
    List<Owned> now = new ArrayList<>(history.lines(path));
    int at = random.nextInt(now.size() + 1);
    if (random.nextBoolean()) {
      history.model(path, at, at, block.stream().map(Owned::text).toList());
    } else {
      for (Owned line : block) {
        now.add(at++, new Owned(line.text(), line.copied()));
      }
      history.person("copies", path, now);
    }
  }

  private void rename() throws IOException {
    history.rename(path(), "src/R" + names++ + ".java");
  }

  /// Some lines that hold together are cut here and pasted there.
  private void moveBlock() {
    String from = path();
    String to = path();
    List<Owned> source = new ArrayList<>(history.lines(from));
    if (source.size() < 8) {
      return;
    }
    int at = random.nextInt(source.size() - 5);
    List<Owned> block = List.copyOf(source.subList(at, Math.min(source.size(), at + 6)));
    source.subList(at, at + block.size()).clear();
    history.person("cuts from", from, source);
    List<Owned> target = new ArrayList<>(history.lines(to));
    target.addAll(random.nextInt(target.size() + 1), block);
    history.person("pastes into", to, target);
  }

  private void undo() throws IOException {
    Truth before = history.truth();
    String path = path();
    int at = random.nextInt(history.lines(path).size() + 1);
    int told = history.told.size();
    history.model(path, at, at, lines(6));
    if (history.told.size() > told) {
      history.undoLast(before);
    }
  }

  /// What the model did is thrown away; sometimes it is brought back.
  private void revert() throws IOException {
    history.commit("before");
    String path = path();
    List<Owned> before = history.lines(path);
    int size = before.size();
    int at = random.nextInt(size + 1);
    history.model(path, at, Math.min(size, at + 2), lines(8));
    List<Owned> after = history.lines(path);
    history.person("throws away", path, before);
    history.commit("after");
    if (random.nextInt(3) == 0) {
      history.person("brings back", path, after);
    }
  }

  private void rewrite() throws IOException {
    history.commit("one");
    switch (random.nextInt(4)) {
      case 0 -> history.git("commit", "-q", "--amend", "--allow-empty", "-m", "amended");
      case 1 -> {
        person();
        history.commit("two");
        history.git("reset", "-q", "--soft", "HEAD~2");
        history.git("commit", "-q", "--allow-empty", "-m", "squashed");
      }
      case 2 -> {
        history.git("gc", "-q");
      }
      default -> {
        person();
        history.commit("two");
        history.git("rebase", "-q", "--force-rebase", "HEAD~1");
      }
    }
    history.told.add("rewrite");
  }

  /// Two branches change one file in different places.
  private void merge() throws IOException {
    String path = path();
    List<Owned> base = history.lines(path);
    if (base.size() < 20) {
      return;
    }
    history.commit("base");
    Truth truth = history.truth();
    String branch = "side" + names++;
    history.git("checkout", "-q", "-b", branch);
    int low = random.nextInt(4);
    history.model(path, low, low + 1, lines(6));
    List<Owned> side = history.lines(path);
    history.commit("side");
    history.git("checkout", "-q", "main");
    history.session();
    history.back(truth);
    int high = base.size() - 1 - random.nextInt(4);
    boolean rebase = random.nextBoolean();
    history.model(path, high, high + 1, lines(6));
    List<Owned> main = history.lines(path);
    history.commit("main");
    try {
      if (rebase) {
        history.git("checkout", "-q", branch);
        history.git("rebase", "-q", "main");
        history.git("checkout", "-q", "main");
        history.git("merge", "-q", "--ff-only", branch);
      } else {
        history.git("merge", "-q", "--no-edit", branch);
      }
    } catch (IOException e) {
      history.git(rebase ? "rebase" : "merge", "--abort");
      history.git("checkout", "-q", "main");
      history.session();
      return;
    }
    List<Owned> both = new ArrayList<>(side.subList(0, side.size() - (base.size() - high)));
    both.addAll(main.subList(high, main.size()));
    history.files.put(path, both);
    history.told.add("merge " + path);
    history.session();
  }
}
