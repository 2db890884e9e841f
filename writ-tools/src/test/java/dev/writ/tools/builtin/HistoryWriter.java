// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools.builtin;

import dev.writ.tools.builtin.History.Owned;
import dev.writ.tools.builtin.History.Truth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Writes random histories: what models, people, formatters and Git do to files.
public final class HistoryWriter {
  private final History history;
  private final RandomGenerator random;
  private final HistoryLines content;

  public HistoryWriter(History history, RandomGenerator random, HistoryLines content) {
    this.history = history;
    this.random = random;
    this.content = content;
  }

  public void step() throws IOException {
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

  private void create() {
    String path = "src/F" + content.name() + ".java";
    if (random.nextBoolean()) {
      history.model(path, 0, 0, content.body());
    } else {
      history.person("creates", path, owned(content.body()));
    }
  }

  private static List<Owned> owned(List<String> lines) {
    return new ArrayList<>(lines.stream().map(line -> new Owned(line, "")).toList());
  }

  private void model() {
    String path = path();
    List<Owned> now = history.lines(path);
    int from = random.nextInt(now.size() + 1);
    int to = from + content.removable(now, from, random.nextBoolean() ? 0 : random.nextInt(5));
    history.model(path, from, to, content.lines(now, from, 12));
  }

  private void person() {
    String path = path();
    List<Owned> now = new ArrayList<>(history.lines(path));
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int at = random.nextInt(now.size() + 1);
      switch (random.nextInt(4)) {
        case 0 -> now.addAll(at, owned(content.lines(now, at, 8)));
        case 1 -> now.subList(at, at + content.removable(now, at, 1 + random.nextInt(4))).clear();
        case 2 -> {
          if (at < now.size()) {
            String text = now.get(at).text();
            now.set(at, new Owned(text + " // " + content.word() + content.name(), ""));
          }
        }
        default -> {
          int to = at + content.removable(now, at, 1 + random.nextInt(4));
          History.replace(now, at, to, owned(content.lines(now, at, 5)));
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
        now.add(line.with(text.isBlank() ? "" : "  " + text));
      } else if (kind == 1 && comma > 0 && text.length() > 30 && !text.contains("//")) {
        now.add(line.with(text.substring(0, comma + 1)));
        now.add(line.with("        " + text.substring(comma + 2)));
      } else if (kind == 2) {
        boolean joins =
            text.endsWith(",") && i + 1 < lines.size() && lines.get(i + 1).with(text).equals(line);
        if (joins) {
          now.add(line.with(text + " " + lines.get(++i).text().strip()));
        } else {
          now.add(line);
        }
      } else if (kind == 3) {
        now.add(line.with(text.replace("    ", "\t").replace("(", "( ")));
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
        now.add(line.with(text.isBlank() ? text : "  " + text));
      } else {
        int comma = text.indexOf(", ");
        if (comma > 0 && !text.contains("//")) {
          now.add(line.with(text.substring(0, comma + 1)));
          now.add(line.with("      " + text.substring(comma + 2)));
        } else {
          now.add(line);
        }
      }
    }
    history.program(path, deeper ? "s/^\\(.*[^ ].*\\)$/  \\1/" : "/\\/\\//!s/, /,\\n      /", now);
  }

  /// Existing lines are written once more: by the model, or by a person, who may also type them.
  /// Not beside themselves: then the copy cannot be distinguished.
  private void copy() {
    String origin = path();
    List<Owned> source = history.lines(origin);
    String path = path();
    if (source.size() < 9) {
      return;
    }
    int from = random.nextInt(source.size() - 7);
    int count = content.removable(source, from, 1 + random.nextInt(7));
    List<Owned> block = source.subList(from, from + count);
    List<Owned> now = new ArrayList<>(history.lines(path));
    int at = random.nextInt(now.size() + 1);
    if (path.equals(origin) && at >= from && at <= from + count) {
      return;
    }
    if (random.nextBoolean()) {
      history.model(path, at, at, block.stream().map(Owned::text).toList());
    } else {
      for (Owned line : block) {
        now.add(at++, line.copied());
      }
      history.person("copies", path, now);
    }
  }

  private void rename() throws IOException {
    history.rename(path(), "src/R" + content.name() + ".java");
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
    List<Owned> block = List.copyOf(source.subList(at, at + content.removable(source, at, 6)));
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
    history.model(path, at, at, content.lines(history.lines(path), at, 6));
    if (history.told.size() > told) {
      history.undoLast(before);
    }
  }

  /// The model's work is discarded; sometimes it is restored.
  private void revert() throws IOException {
    history.commit("before");
    String path = path();
    List<Owned> before = history.lines(path);
    int at = random.nextInt(before.size() + 1);
    int to = at + content.removable(before, at, 2);
    history.model(path, at, to, content.lines(before, at, 8));
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
    String branch = "side" + content.name();
    history.git("checkout", "-q", "-b", branch);
    int low = random.nextInt(4);
    int lowTo = low + content.removable(base, low, 1);
    history.model(path, low, lowTo, content.lines(base, low, 6));
    List<Owned> side = history.lines(path);
    history.commit("side");
    history.git("checkout", "-q", "main");
    history.session();
    history.back(truth);
    int high = base.size() - 1 - random.nextInt(4);
    boolean rebase = random.nextBoolean();
    int highTo = high + content.removable(base, high, 1);
    history.model(path, high, highTo, content.lines(base, high, 6));
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
