// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools.builtin;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A history of a real repository with known authors of lines: a model through the real door, a
/// person by writing files, and Git.
public final class History implements AutoCloseable {
  /// A line and the id of the record that wrote it; empty where a person did.
  ///
  /// @param other the other possible author: none for a copy; for a line that was written again in
  ///     the middle of others, its first author; the same as the record if only that is possible
  public record Owned(String text, String record, String other) {
    public Owned(String text, String record) {
      this(text, record, record);
    }

    Owned copied() {
      return new Owned(text, record, "");
    }

    Owned with(String now) {
      return new Owned(now, record, other);
    }

    boolean certain() {
      return record.equals(other);
    }
  }

  /// The intended state of the workspace.
  public record Truth(Map<String, List<Owned>> files) {
    public Truth {
      files = Collections.unmodifiableMap(new TreeMap<>(files));
    }
  }

  final Map<String, List<Owned>> files = new TreeMap<>();
  public final List<String> told = new ArrayList<>();
  final boolean commands = Files.exists(Path.of("/usr/bin/sed"));
  public Door door;
  private final Path directory;
  private int sessions;

  public History(Path directory) throws IOException {
    this.directory = directory;
    this.door = opened();
    Files.writeString(door.root.resolve(".gitattributes"), "*.jsonl merge=union\n");
    git("init", "-q", "-b", "main");
    git("config", "user.email", "p@example.org");
    git("config", "user.name", "P");
    git("config", "commit.gpgsign", "false");
    git("config", "core.hooksPath", "/dev/null");
    commit("begin");
  }

  private Door opened() {
    sessions++;
    return Door.in(
        directory,
        setup -> {
          setup.session = "S-" + sessions;
          setup.approver = question -> new Approver.Answer.Yes(question.digest());
        });
  }

  /// Another session of Writ.
  void session() {
    door.close();
    door = opened();
    told.add("session");
  }

  public String git(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(door.root.toFile());
    builder.environment().put("GIT_EDITOR", "true");
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.redirectErrorStream(true);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(command + ": " + out);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return out;
  }

  public void commit(String message) throws IOException {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", message);
  }

  public Truth truth() {
    return new Truth(files);
  }

  void back(Truth truth) {
    files.clear();
    files.putAll(truth.files());
  }

  public List<Owned> lines(String path) {
    return files.getOrDefault(path, List.of());
  }

  static String text(List<Owned> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.text()).append('\n'));
    return text.toString();
  }

  /// The model replaces lines `[from, to)` by its own.
  public void model(String path, int from, int to, List<String> own) {
    door.beginTurn();
    List<Owned> now = new ArrayList<>(lines(path));
    replace(now, from, to, own.stream().map(line -> new Owned(line, "?")).toList());
    if (files.containsKey(path)) {
      String code = door.code("read_file", "path", path, "limit", 1_000_000);
      check(code.equals("ok"), code);
    }
    String code = door.code("write_file", "path", path, "content", text(now));
    if (!code.equals("ok")) {
      told.add("model could not: " + code);
      return;
    }
    String id = lastRecord();
    now.replaceAll(
        line ->
            line.record().equals("?")
                ? new Owned(line.text(), id, line.certain() ? id : line.other())
                : line);
    files.put(path, now);
    told.add("model " + path + " " + from + "-" + to + " +" + own.size() + " " + id);
  }

  /// Replaces lines by others. Equal lines at the ends keep their author: writing the same text
  /// over itself has no visible effect. Those in the middle may.
  static void replace(List<Owned> lines, int from, int to, List<Owned> own) {
    int first = 0;
    while (first < Math.min(to - from, own.size())
        && lines.get(from + first).text().equals(own.get(first).text())) {
      first++;
    }
    int last = 0;
    while (last < Math.min(to - from, own.size()) - first
        && lines.get(to - 1 - last).text().equals(own.get(own.size() - 1 - last).text())) {
      last++;
    }
    List<Owned> changed = lines.subList(from + first, to - last);
    List<Owned> old = List.copyOf(changed);
    changed.clear();
    for (Owned line : own.subList(first, own.size() - last)) {
      changed.add(
          old.stream()
              .filter(before -> before.text().strip().equals(line.text().strip()))
              .findFirst()
              .map(before -> new Owned(line.text(), line.record(), before.record()))
              .orElse(line));
    }
  }

  public String lastRecord() {
    try {
      return TraceRecord.readable(door.governor.ledger()).getLast().id();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The model runs a program over a file.
  void program(String path, String script, List<Owned> now) {
    String code = door.code("run_command", "program", "sed", "args", List.of("-i", script, path));
    if (code.equals("ok")) {
      files.put(path, List.copyOf(now));
      told.add("program " + path + " " + script);
    } else {
      told.add("program could not " + code);
    }
  }

  /// A person leaves a file like that.
  public void person(String what, String path, List<Owned> now) {
    files.put(path, List.copyOf(now));
    door.file(path, text(now));
    told.add("person " + what + " " + path);
  }

  public void rename(String from, String to) throws IOException {
    List<Owned> lines = files.remove(from);
    files.put(to, lines);
    Files.createDirectories(door.root.resolve(to).getParent());
    Files.move(door.root.resolve(from), door.root.resolve(to));
    told.add("rename " + from + " " + to);
  }

  public void undoLast(Truth before) throws IOException {
    ActOrigin person =
        new ActOrigin("undoing-" + told.size(), 0, 0, new ActOrigin.Contributor.Human());
    var undone =
        door.governor.undo().undo(new UndoService.Selection.ById(lastRecord()), person, false);
    if (undone.getFirst() instanceof UndoService.Undone.Restored) {
      back(before);
      told.add("undone");
    }
  }

  /// How blame does.
  public static final class Score {
    int lines;
    int found;
    public int wrong;
    int trivialWrong;
    public int trivial;
    public int trivialFound;
    public final List<String> examples = new ArrayList<>();

    public void add(Score other) {
      lines += other.lines;
      found += other.found;
      wrong += other.wrong;
      trivialWrong += other.trivialWrong;
      trivial += other.trivial;
      trivialFound += other.trivialFound;
      examples.addAll(other.examples);
    }

    public double recall() {
      return lines == 0 ? 1 : (double) found / lines;
    }

    @Override
    public String toString() {
      return "%d of %d lines (%.3f %%), %d wrong; of %d brackets and blanks %d, %d wrong"
          .formatted(found, lines, 100 * recall(), wrong, trivial, trivialFound, trivialWrong);
    }
  }

  public Score score() throws IOException {
    Score score = new Score();
    LineAttribution attribution = new LineAttribution(door.governor.evidence(), door.vouched());
    for (var file : files.entrySet()) {
      String text = text(file.getValue());
      check(door.read(file.getKey()).equals(text), "the truth of " + file.getKey() + " is off");
      WorkspacePath path = WorkspacePath.of(file.getKey());
      LineAttribution.Blame blame = attribution.blame(path, FileContent.of(text));
      for (LineAttribution.AttributedLine line : blame.lines()) {
        judge(file.getKey(), file.getValue().get(line.number() - 1), line, score);
      }
    }
    return score;
  }

  private static void judge(
      String path, Owned owned, LineAttribution.AttributedLine line, Score score) {
    boolean telling = line.text().chars().anyMatch(Character::isLetterOrDigit);
    String said =
        line.source() instanceof LineAttribution.LineOrigin.RecordedOrigin(var author)
            ? author.record()
            : "";
    boolean right = said.equals(owned.record()) || said.equals(owned.other());
    if (owned.certain() && !owned.record().isEmpty()) {
      score.lines += telling ? 1 : 0;
      score.found += telling && right ? 1 : 0;
      score.trivial += telling ? 0 : 1;
      score.trivialFound += !telling && right ? 1 : 0;
    }
    if (!right && !said.isEmpty()) {
      score.wrong += telling ? 1 : 0;
      score.trivialWrong += telling ? 0 : 1;
    }
    if (!right && ((telling && !owned.record().isEmpty()) || !said.isEmpty())) {
      score.examples.add(
          (said.isEmpty() ? "missed" : "WRONG ")
              + " %s:%d [%s] is %s, said %s %s"
                  .formatted(
                      path,
                      line.number(),
                      line.text(),
                      owned.record(),
                      said,
                      line.source().getClass().getSimpleName()));
    }
  }

  static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  @Override
  public void close() {
    door.close();
  }
}
