// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A person's messages in a project, newest last, and the draft that a crash left. Stored in a
/// private file; if it cannot be written, the history lasts as long as the process.
public final class MessageHistory {
  private static final int MOST = 2000;

  private final Path file;
  private final UnaryOperator<String> mask;
  private final List<String> messages = new ArrayList<>();
  private Optional<String> draft = Optional.empty();
  private Optional<Journal> journal = Optional.empty();
  private boolean broken;
  private String kept = "";

  private MessageHistory(Path file, UnaryOperator<String> mask) {
    this.file = file;
    this.mask = mask;
  }

  /// Reads a history.
  ///
  /// @param mask makes secrets unreadable before something is written
  public static MessageHistory open(Path file, UnaryOperator<String> mask) {
    MessageHistory history = new MessageHistory(file, mask);
    try {
      Journal.read(file).lines().forEach(history::read);
    } catch (IOException _) {
      // A history that can't be read is empty.
    }
    return history;
  }

  private void read(String line) {
    try {
      Json.Obj object = JsonReader.readObject(line);
      object.text("message").ifPresent(this::remember);
      draft = object.text("draft").filter(text -> !text.isBlank());
    } catch (JsonException _) {
      // A torn line is ignored.
    }
  }

  private void remember(String message) {
    messages.remove(message);
    messages.add(message);
    if (messages.size() > MOST) {
      messages.removeFirst();
    }
  }

  /// All messages, the newest last.
  public List<String> messages() {
    return messages;
  }

  /// The draft that was not sent when the last process ended, once.
  public Optional<String> takeDraft() {
    Optional<String> left = draft;
    draft = Optional.empty();
    return left;
  }

  /// Adds a message.
  public void add(String message) {
    if (!message.isBlank()) {
      remember(message);
      write("message", message);
      kept = "";
    }
  }

  /// Keeps what is written and not sent, for the case of a crash.
  public void keep(String text) {
    if (!text.equals(kept)) {
      kept = text;
      write("draft", text);
    }
  }

  private synchronized void write(String name, String text) {
    if (broken) {
      return;
    }
    try {
      if (journal.isEmpty()) {
        Path directory = file.getParent();
        if (directory != null) {
          Journal.createPrivate(directory);
        }
        journal = Optional.of(Journal.open(file));
      }
      journal.get().append(Json.object().put(name, mask.apply(text)).build().write());
    } catch (IOException _) {
      broken = true;
    }
  }

  /// Closes the file.
  public synchronized void close() {
    broken = true;
    if (journal.isPresent()) {
      try {
        journal.get().close();
      } catch (IOException _) {
        // Every line was written when it was added.
      }
    }
  }
}
