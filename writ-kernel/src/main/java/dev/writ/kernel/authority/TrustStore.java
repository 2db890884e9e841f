// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.FailureReason;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.JournalStamp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The confirmations of persons, in the user's own directory, out of reach of projects: append-only
/// lines, the last one on a subject applies. Another terminal may add one at any time: whoever
/// keeps what it read here compares [#edition()].
public final class TrustStore {
  private static final String NAME = "trust.jsonl";

  private final Path file;
  private final DiskPort disk;
  private @Nullable JournalStamp seen;
  private int edition;

  /// @param data the user's data directory
  public TrustStore(Path data) {
    this(data, DiskPort.system());
  }

  /// The same on a disk.
  public TrustStore(Path data, DiskPort disk) {
    this.file = data.resolve(NAME);
    this.disk = disk;
  }

  /// Looks, once, whether something was written since the last look.
  ///
  /// @return the edition from now on
  public synchronized int lookAgain() {
    JournalStamp now = JournalStamp.of(file);
    if (seen == null || !now.equals(seen)) {
      seen = now;
      edition++;
    }
    return edition;
  }

  /// Another number than before where the last look found something written.
  public synchronized int edition() {
    return edition;
  }

  /// Confirms a project's file with exactly that content.
  ///
  /// @param contentHash of the file; empty to take the confirmation back
  /// @throws IOException if it can't be recorded
  public void trust(String projectId, String contentHash, String who, Instant when)
      throws IOException {
    add(line("trust", projectId, who, when).put("hash", contentHash));
  }

  /// Remembers that a program of the project was run with that content.
  ///
  /// @throws IOException if it can't be recorded
  public void ran(String projectId, String place, String contentHash, Instant when)
      throws IOException {
    if (!lastRun(projectId, place).equals(contentHash)) {
      add(line("program", projectId, "", when).put("place", place).put("hash", contentHash));
    }
  }

  /// With which content a program of the project was last run; empty if it never was.
  ///
  /// @throws IOException if the store can't be read
  public String lastRun(String projectId, String place) throws IOException {
    String last = "";
    for (Json.Obj line : lines("program", projectId)) {
      if (line.text("place").filter(place::equals).isPresent()) {
        last = line.text("hash").orElse("");
      }
    }
    return last;
  }

  /// Keeps a grant for a project.
  ///
  /// @throws IOException if it can't be recorded
  public void grant(String projectId, Grant grant, String who, Instant when) throws IOException {
    add(line("grant", projectId, who, when).put("what", grant.json()));
  }

  /// Takes every grant of a project back.
  ///
  /// @throws IOException if it can't be recorded
  public void ungrant(String projectId, String who, Instant when) throws IOException {
    add(line("grant", projectId, who, when).put("what", new Json.Null()));
  }

  /// The grants for a project.
  ///
  /// @throws IOException if the store can't be read: then nothing is granted
  public List<Grant> grants(String projectId) throws IOException {
    return kept(projectId).stream().map(KeptGrant::grant).toList();
  }

  /// The same with who granted it and when.
  ///
  /// @throws IOException if the store can't be read: then nothing is granted
  public List<KeptGrant> kept(String projectId) throws IOException {
    List<KeptGrant> grants = new ArrayList<>();
    for (Json.Obj line : lines("grant", projectId)) {
      if (line.get("what").orElse(new Json.Null()) instanceof Json.Obj what) {
        Grant.of(what).ifPresent(grant -> grants.add(new KeptGrant(grant, line)));
      } else {
        grants.clear();
      }
    }
    return grants;
  }

  /// A grant with the line that keeps it.
  public record KeptGrant(Grant grant, Json.Obj line) {
    /// The person who granted it.
    public String who() {
      return line.text("who").orElse("");
    }

    /// When, as in ISO 8601.
    public String when() {
      return line.text("when").orElse("");
    }
  }

  /// Takes one grant of a project back: all of them, and then the others are kept again as they
  /// were, so that a crash between takes more back, never less.
  ///
  /// @throws IOException if it can't be recorded
  public void ungrant(String projectId, KeptGrant taken, String who, Instant when)
      throws IOException {
    List<KeptGrant> kept = new ArrayList<>(kept(projectId));
    kept.remove(taken);
    ungrant(projectId, who, when);
    for (KeptGrant grant : kept) {
      append(grant.line());
    }
  }

  /// Confirms hooks, or a script that hooks run, with exactly that content.
  ///
  /// @param place relative to the project
  /// @param contentHash empty to take the confirmation back
  /// @throws IOException if it can't be recorded
  public void trustHook(
      String projectId, String place, String contentHash, String who, Instant when)
      throws IOException {
    add(line("hook", projectId, who, when).put("place", place).put("hash", contentHash));
  }

  /// The confirmed hooks: the hash of each source's content.
  ///
  /// @throws IOException if the store can't be read
  public Map<String, String> trustedHooks(String projectId) throws IOException {
    Map<String, String> trusted = new TreeMap<>();
    for (Json.Obj line : lines("hook", projectId)) {
      String place = line.text("place").orElse("");
      String hash = line.text("hash").orElse("");
      if (hash.isEmpty()) {
        trusted.remove(place);
      } else {
        trusted.put(place, hash);
      }
    }
    return trusted;
  }

  /// Confirms a project's configuration file with exactly that content.
  ///
  /// @param place the file's real path
  /// @param content empty to take the confirmation back
  /// @throws IOException if it can't be recorded
  public void trustConfiguration(String place, String content, String who, Instant when)
      throws IOException {
    add(line("configuration", place, who, when).put("content", content));
  }

  /// The content with which a configuration file was confirmed last; empty if it is not
  /// confirmed.
  ///
  /// @throws IOException if the store can't be read: then nothing is confirmed
  public String trustedConfiguration(String place) throws IOException {
    String last = "";
    for (Json.Obj line : lines("configuration", place)) {
      last = line.text("content").orElse("");
    }
    return last;
  }

  private static Json.Builder line(String type, String projectId, String who, Instant when) {
    return Json.object()
        .put("type", type)
        .put("project", projectId)
        .put("who", who)
        .put("when", when.toString());
  }

  private void add(Json.Builder line) throws IOException {
    append(line.build());
  }

  private void append(Json.Obj line) throws IOException {
    try (Journal journal = Journal.open(file, disk)) {
      journal.appendDurably(line.write());
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + new FailureReason(e).words(), e);
    }
  }

  /// Whether a person confirmed exactly that content.
  ///
  /// @throws IOException if the store can't be read: then nothing is confirmed
  public boolean trusts(String projectId, String contentHash) throws IOException {
    String last = "";
    for (Json.Obj line : lines("trust", projectId)) {
      last = line.text("hash").orElse("");
    }
    return !last.isEmpty() && last.equals(contentHash);
  }

  /// A line that is not JSON is ignored: that can only remove rights.
  private List<Json.Obj> lines(String type, String projectId) throws IOException {
    List<Json.Obj> lines = new ArrayList<>();
    Iterator<String> all = Journal.read(file).lines().iterator();
    while (all.hasNext()) {
      try {
        Json.Obj line = JsonReader.readObject(all.next());
        if (line.text("type").filter(type::equals).isPresent()
            && line.text("project").filter(projectId::equals).isPresent()) {
          lines.add(line);
        }
      } catch (JsonException _) {
        // A line that is not JSON is ignored: that can only remove rights.
      }
    }
    return lines;
  }
}
