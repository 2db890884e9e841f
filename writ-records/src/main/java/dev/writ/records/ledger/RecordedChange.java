// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The change of one place in a record: an element of its `files`. The ledger is part of the
/// repository, so its texts are as untrusted as a model's.
///
/// @param json the element, validated by [#read]
public record RecordedChange(Json.Obj json) {
  /// The member that names the place.
  public static final String PATH = "relative_path";

  /// The member that names the former place of a move.
  public static final String FROM = "from_path";

  private static final String KIND = "change";
  private static final String DIRECTORY = "directory";
  private static final String CONVERSATIONS = "conversations";

  /// A record's statement about a place before or after the change.
  ///
  /// @param vacant whether nothing was there
  /// @param directory whether the change is of a directory
  /// @param hash of the content; empty without a known content
  /// @param mode the permission bits, where they matter
  /// @param link whether the hash is of a symbolic link's target
  public record RecordedState(
      boolean vacant,
      boolean directory,
      Optional<String> hash,
      Optional<String> mode,
      boolean link) {}

  /// Reads an element of `files`.
  ///
  /// @throws JsonException if it lacks what every change has
  static RecordedChange read(Json element) throws JsonException {
    if (!(element instanceof Json.Obj json)
        || json.text(PATH).isEmpty()
        || json.text(KIND).isEmpty()
        || json.items(CONVERSATIONS).isEmpty()) {
      throw new JsonException(
          "an element of 'files' lacks relative_path, change or conversations", 1, 1);
    }
    RecordedChange change = new RecordedChange(json);
    if (change.is(FileChange.ChangeKind.RENAME) && change.from().isEmpty()) {
      throw new JsonException("a 'rename' of 'files' lacks from_path", 1, 1);
    }
    return change;
  }

  /// Writes a change, without its lines and conversations.
  static Json.Builder write(FileChange change) {
    Json.Builder json =
        Json.object().put(PATH, change.path().toString()).put(KIND, change.kind().word());
    change.from().ifPresent(from -> json.put(FROM, from.toString()));
    if (change.before() instanceof FileState.Directory
        || change.after() instanceof FileState.Directory) {
      json.put(DIRECTORY, true);
    }
    change.modes().before().ifPresent(mode -> json.put("before_mode", mode));
    change.modes().after().ifPresent(mode -> json.put("after_mode", mode));
    if (change.before() instanceof FileState.Link) {
      json.put("before_link", true);
    }
    if (change.after() instanceof FileState.Link) {
      json.put("after_link", true);
    }
    return json.put("before_hash", hash(change.before())).put("after_hash", hash(change.after()));
  }

  private static Json hash(FileState state) {
    return LedgerEntry.hash(state).<Json>map(Json::of).orElse(new Json.Null());
  }

  /// Puts the conversations last.
  static Json close(Json.Builder json, List<Json> conversations) {
    return json.put(CONVERSATIONS, new Json.Arr(conversations)).build();
  }

  /// The place as it is written there.
  public String path() {
    return json.text(PATH).orElseThrow();
  }

  /// The former place as it is written there; empty where nothing was moved.
  public Optional<String> from() {
    return json.text(FROM);
  }

  /// All places that it names, the former one first.
  public List<String> paths() {
    List<String> paths = new ArrayList<>(from().stream().toList());
    paths.add(path());
    return paths;
  }

  /// The place.
  ///
  /// @throws IllegalArgumentException if it is no path of a workspace
  public WorkspacePath place() {
    return WorkspacePath.of(path());
  }

  /// The former place; empty where nothing was moved.
  ///
  /// @throws IllegalArgumentException if it is no path of a workspace
  public Optional<WorkspacePath> formerPlace() {
    return from().map(WorkspacePath::of);
  }

  /// The kind of change as it is written there.
  public String kind() {
    return json.text(KIND).orElseThrow();
  }

  /// Whether it is a change of that kind.
  public boolean is(FileChange.ChangeKind kind) {
    return kind().equals(kind.word());
  }

  /// Whether a directory was created, deleted, moved, or got other permission bits.
  public boolean isDirectory() {
    return json.isTrue(DIRECTORY);
  }

  /// The state before the change.
  public RecordedState before() {
    return state(FileChange.ChangeKind.CREATE, "before_hash", "before_mode", "before_link");
  }

  /// The state after the change.
  public RecordedState after() {
    return state(FileChange.ChangeKind.DELETE, "after_hash", "after_mode", "after_link");
  }

  private RecordedState state(FileChange.ChangeKind vacant, String hash, String mode, String link) {
    return new RecordedState(
        is(vacant), isDirectory(), json.text(hash), json.text(mode), json.isTrue(link));
  }

  /// The permission bits before the change, which older records state of deleted files only.
  public Optional<String> formerMode() {
    return before().mode().or(() -> json.text("mode"));
  }

  /// The conversations that its lines come from.
  public List<RecordedConversation> conversations() {
    return RecordedConversation.objects(json, CONVERSATIONS).stream()
        .map(RecordedConversation::new)
        .toList();
  }

  /// The change in few words, for people and models.
  public String summary() {
    return kind() + " " + from().map(from -> from + " → ").orElse("") + path();
  }
}
