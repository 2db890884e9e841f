// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.history.attribution.LineAttribution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// A history written by hand. Each text has a mark before each line for its author: a letter for
/// the model's change of that name, `-` for a person, `?` if it is ambiguous, so that anything but
/// another's name is right.
public final class Scene implements AutoCloseable {
  final History history;
  private final Map<Character, String> records = new HashMap<>();
  private final Map<String, String> truth = new TreeMap<>();

  public Scene(Path directory) throws IOException {
    this.history = new History(directory);
  }

  private static String plain(String marked) {
    return marked.replaceAll("(?m)^.\\|", "");
  }

  /// The model leaves a file like that.
  public void model(char name, String path, String marked) {
    history.door.beginTurn();
    if (Files.exists(history.door.root.resolve(path))) {
      assertThat(history.door.code("read_file", "path", path, "limit", 100_000)).isEqualTo("ok");
    }
    assertThat(history.door.code("write_file", "path", path, "content", plain(marked)))
        .isEqualTo("ok");
    records.put(name, history.lastRecord());
    truth.put(path, marked);
  }

  /// A person, or a person's program, leaves a file like that.
  public void person(String path, String marked) {
    history.door.file(path, plain(marked));
    truth.put(path, marked);
  }

  /// A program of a person's changes each line of a file, but not whose it is.
  public void each(String path, UnaryOperator<String> layout) {
    StringBuilder marked = new StringBuilder();
    for (String line : truth.getOrDefault(path, "").lines().toList()) {
      marked.append(line, 0, 2).append(layout.apply(line.substring(2) + "\n"));
    }
    person(path, marked.toString());
  }

  /// Moves a file, with Git or without.
  public void rename(String from, String to) throws IOException {
    Files.createDirectories(history.door.root.resolve(to).getParent());
    Files.move(history.door.root.resolve(from), history.door.root.resolve(to));
    truth.put(to, truth.remove(from));
  }

  void remove(String path) throws IOException {
    Files.delete(history.door.root.resolve(path));
    truth.remove(path);
  }

  /// Git's result.
  public void holds(String path, String marked) {
    assertThat(history.door.read(path)).isEqualTo(plain(marked));
    truth.put(path, marked);
  }

  public String git(String... words) throws IOException {
    return history.git(words);
  }

  public void commit(String message) throws IOException {
    history.commit(message);
  }

  /// Another session of Writ.
  public void session() {
    history.session();
  }

  /// Blame names the record of each line, and none where there is none.
  public void check() throws IOException {
    List<String> faults = new ArrayList<>();
    for (var file : truth.entrySet()) {
      byte[] bytes = history.door.bytes(file.getKey());
      FileContent content = FileContent.of(new String(bytes, StandardCharsets.UTF_8));
      List<LineAttribution.AttributedLine> lines =
          new LineAttribution(history.door.governor.evidence(), history.door.vouched())
              .blame(WorkspacePath.of(file.getKey()), content)
              .lines();
      List<String> marked = file.getValue().lines().toList();
      assertThat(lines).hasSameSizeAs(marked);
      for (int i = 0; i < marked.size(); i++) {
        char mark = marked.get(i).charAt(0);
        String said =
            lines.get(i).source() instanceof LineAttribution.LineOrigin.RecordedOrigin(var author)
                ? author.record()
                : "";
        boolean right = said.equals(records.getOrDefault(mark, "")) || (mark == '?');
        if (!right) {
          faults.add(
              "%s:%d %s said %s (%s)"
                  .formatted(
                      file.getKey(),
                      i + 1,
                      marked.get(i).strip(),
                      name(said),
                      lines.get(i).source().getClass().getSimpleName()));
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  private String name(String record) {
    return records.entrySet().stream()
        .filter(e -> e.getValue().equals(record))
        .map(e -> e.getKey().toString())
        .findFirst()
        .orElse("nobody");
  }

  @Override
  public void close() {
    history.close();
  }
}
