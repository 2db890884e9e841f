// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intents;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentDraft;
import dev.writ.kernel.intent.IntentEditor;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentId;
import dev.writ.kernel.spending.IntentFileSource;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.Receipt;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.RecordRelations;
import dev.writ.records.ledger.UnsettledRecordException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Edits the intents file: under the workspace's lock, only over the content that was read, with a
/// record in the ledger. No tool reaches a person's edits; a model's draft gets here after a person
/// agreed to exactly it.
public final class IntentDeclaration {
  private static final WorkspacePath FILE = WorkspacePath.of(IntentFile.PATH);

  private final FileHand files;
  private final ChangeTransaction transaction;
  private final ActRecorder acts;
  private final boolean governed;

  /// @param governed whether this process was started by Writ, so that no person acts here
  public IntentDeclaration(
      FileHand files, ChangeTransaction transaction, ActRecorder acts, boolean governed) {
    this.governed = governed;
    this.files = files;
    this.transaction = transaction;
    this.acts = acts;
  }

  /// How an edit ended.
  public sealed interface EditOutcome {
    /// It is done, and this is its record.
    ///
    /// @param id of the intent
    record RecordedEdit(String id, AppendedRecord record) implements EditOutcome {}

    /// Nothing was changed.
    record RefusedEdit(ToolError error) implements EditOutcome {}
  }

  /// A state of the file that an edit is made of.
  record EditBase(FileState state, String text) {}

  /// Makes a new text of the file's.
  @FunctionalInterface
  private interface Edit {
    String apply(String text) throws JsonException;
  }

  /// A person adds a draft.
  ///
  /// @param draft with an empty id for the next free one
  /// @throws IOException if it can't be recorded or written
  public EditOutcome add(IntentDraft draft, ActOrigin origin) throws IOException {
    return byPerson("intent add " + draft.name(), draft.id(), origin, () -> added(draft, origin));
  }

  /// A person gives an intent another status. Closing one is [IntentClosing]'s.
  ///
  /// @throws IOException if it can't be recorded or written
  public EditOutcome status(String id, Intent.IntentStatus status, ActOrigin origin)
      throws IOException {
    return byPerson(
        "intent " + status.word() + " " + id,
        id,
        origin,
        () -> {
          Optional<EditBase> found = found();
          return found.isEmpty()
              ? unreadable()
              : status(found.get(), id, status, origin, RecordRelations.NONE);
        });
  }

  /// Work of a person with its receipt before and its outcome after.
  @FunctionalInterface
  interface Work {
    EditOutcome edited() throws IOException;
  }

  EditOutcome byPerson(String line, String id, ActOrigin origin, Work work) throws IOException {
    if (governed) {
      return new EditOutcome.RefusedEdit(
          new ToolError(
              ErrorCode.PROTECTED_PATH,
              "Writ started this process, and a process that Writ started cannot edit the intents",
              "Edit them in a terminal of your own"));
    }
    Json effect = Json.object().put("effect", "declare").put("change", line).build();
    Receipt receipt =
        new Receipt(
            origin,
            ContentHash.of(line),
            new Receipt.Subject("", "intent", List.of(effect), line, false),
            List.of(GateAnswer.pass("person")),
            Json.object().put("intent", id).put("approver", "person").build());
    return acts.perform(
        receipt,
        open -> {
          EditOutcome edited = work.edited();
          switch (edited) {
            case EditOutcome.RecordedEdit(String _, AppendedRecord record) ->
                open.records(List.of(record));
            case EditOutcome.RefusedEdit(ToolError error) -> open.code(error.code().name());
          }
          return edited;
        });
  }

  /// A draft that a person has accepted.
  ToolResult proposed(IntentDraft draft, ActOrigin origin, Consumer<AppendedRecord> records)
      throws UnsettledRecordException {
    try {
      return switch (added(draft, origin)) {
        case EditOutcome.RecordedEdit(String id, AppendedRecord record) -> {
          records.accept(record);
          yield new ToolResult.Success(
              "%s is recorded as a draft. A person activates it: writ intent activate %s"
                  .formatted(id, id));
        }
        case EditOutcome.RefusedEdit(ToolError error) -> new ToolResult.Failure(error);
      };
    } catch (UnsettledRecordException e) {
      throw e;
    } catch (IOException e) {
      return ToolResult.failed(
          ErrorCode.IO_ERROR, IntentFile.PATH + " cannot be written: " + e.getMessage());
    }
  }

  private EditOutcome added(IntentDraft draft, ActOrigin origin) throws IOException {
    Optional<EditBase> found = found();
    if (found.isEmpty()) {
      return unreadable();
    }
    String text = found.get().text();
    IntentDraft named = draft;
    if (draft.id().isEmpty()) {
      try {
        named = draft.called(IntentId.next(IntentFile.parse(text)));
      } catch (JsonException e) {
        return invalid(e);
      }
    }
    IntentDraft whole = named;
    Edit edit = old -> IntentEditor.withDraft(old, whole);
    return edited(found.get(), edit, whole.id(), origin, RecordRelations.NONE);
  }

  /// The file as it is now; nothing where something else than a text stands there.
  Optional<EditBase> found() throws IOException {
    FileState state = files.state(FILE);
    return switch (state) {
      case FileState.Absent() -> Optional.of(new EditBase(state, ""));
      case FileState.Present(FileContent content) -> {
        try {
          yield content.size() > IntentFile.MAX_BYTES
              ? Optional.empty()
              : Optional.of(new EditBase(state, IntentFileSource.text(content.bytes())));
        } catch (CharacterCodingException _) {
          yield Optional.empty();
        }
      }
      case FileState.Directory(), FileState.Link _, FileState.Unusable _ -> Optional.empty();
    };
  }

  static EditOutcome unreadable() {
    String message = IntentFile.PATH + " is not a text file of at most 1 MiB in UTF-8";
    return new EditOutcome.RefusedEdit(new ToolError(ErrorCode.INTENTS_INVALID, message));
  }

  /// Sets the status of an intent if the file did not change since it was read.
  EditOutcome status(
      EditBase found,
      String id,
      Intent.IntentStatus status,
      ActOrigin origin,
      RecordRelations relations)
      throws IOException {
    return edited(found, text -> IntentEditor.withStatus(text, id, status), id, origin, relations);
  }

  private EditOutcome edited(
      EditBase found, Edit edit, String id, ActOrigin origin, RecordRelations relations)
      throws IOException {
    String after;
    try {
      after = edit.apply(found.text());
    } catch (JsonException e) {
      return invalid(e);
    }
    FileState to = new FileState.Present(FileContent.of(after.getBytes(StandardCharsets.UTF_8)));
    if (to.equals(found.state())) {
      return new EditOutcome.RefusedEdit(
          new ToolError(ErrorCode.INVALID_ARGUMENTS, id + " is that already", "Nothing to do"));
    }
    FileChange change = new FileChange(FILE, found.state(), to);
    return switch (transaction.mutate(List.of(change), origin, id, relations)) {
      case ChangeTransaction.MutationOutcome.RecordedMutation(AppendedRecord record) ->
          new EditOutcome.RecordedEdit(id, record);
      case ChangeTransaction.MutationOutcome.RefusedMutation _ ->
          new EditOutcome.RefusedEdit(
              new ToolError(
                  ErrorCode.STALE_FILE,
                  IntentFile.PATH + " changed meanwhile; nothing was written",
                  "Check the file and try again"));
    };
  }

  private static EditOutcome invalid(JsonException e) {
    return new EditOutcome.RefusedEdit(
        new ToolError(ErrorCode.INTENTS_INVALID, IntentFileSource.located(e)));
  }
}
