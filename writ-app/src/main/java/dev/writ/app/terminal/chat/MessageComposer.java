// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.editor.CompletionSource;
import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.EditorCompletion;
import dev.writ.app.terminal.editor.EditorView;
import dev.writ.app.terminal.editor.HistoryCursor;
import dev.writ.app.terminal.editor.KeyBindings.EditingStyle;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.editor.MessageEditor;
import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.app.terminal.editor.VimKeys;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.CellWidth;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Writes messages: an editor with history, search, completion and a stash.
final class MessageComposer {
  private static final KeyRequest NOTHING = new KeyRequest.Nothing();
  private static final String PROMPT = "> ";

  /// Letters are commands.
  private static final String NORMAL_PROMPT = ": ";

  private final MessageEditor editor = new MessageEditor();
  private final KeyTable keys;
  private final MessageHistory history;
  private final HistoryCursor cursor;
  private final CompletionSource source;
  private final UnaryOperator<String> pasted;
  private Optional<EditorCompletion> completion = Optional.empty();
  private String stash = "";
  private final VimKeys vim = new VimKeys();
  private boolean prefixed;

  MessageComposer(KeyTable keys, ComposerSetup setup) {
    this.keys = keys;
    this.history = setup.history();
    this.cursor = new HistoryCursor(history);
    this.source = setup.completion();
    this.pasted = setup.pasted();
  }

  boolean isEmpty() {
    return editor.isEmpty();
  }

  /// All that is written.
  String message() {
    return editor.message();
  }

  /// Puts a text in place of what is written.
  void set(String text) {
    editor.set(text);
    completion = Optional.empty();
  }

  void paste(String text) {
    if (cursor.query().isPresent()) {
      cursor.query(cursor.query().orElse("") + text.lines().findFirst().orElse(""));
    } else {
      editor.paste(pasted.apply(text));
      complete();
    }
  }

  /// Takes what was meant for the message, though a question has just taken its place; nothing is
  /// sent by it.
  void goOn(KeyboardInput input) {
    if (input instanceof KeyboardInput.Pasted(String text)) {
      paste(text);
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)
        && press(key) instanceof KeyRequest.ShowKeys) {
      editor.type(key.character());
    }
  }

  /// Clears the message; Up brings it back.
  void clear() {
    history.add(editor.message());
    begin();
  }

  private void begin() {
    vim.insert();
    editor.clear();
    cursor.reset();
    completion = Optional.empty();
  }

  KeyRequest press(KeyPress key) {
    if (cursor.query().isPresent()) {
      return search(key);
    }
    if (prefixed) {
      prefixed = false;
      return keys.afterPrefix(key).map(this::act).orElse(NOTHING);
    }
    if (key.equals(KeyTable.PREFIX)) {
      prefixed = true;
      return NOTHING;
    }
    if (completion.isPresent() && choosing(completion.get(), key)) {
      return NOTHING;
    }
    if (key.isTyped() && key.character() == '?' && editor.isEmpty()) {
      return new KeyRequest.ShowKeys();
    }
    if (keys.style() == EditingStyle.VIM) {
      VimKeys.Outcome outcome = vim.press(key, editor);
      if (outcome instanceof VimKeys.Outcome.Act(EditorAction action)) {
        return act(action);
      } else if (outcome instanceof VimKeys.Outcome.Done) {
        return NOTHING;
      }
    }
    if (key.isTyped()) {
      editor.type(key.character());
      complete();
      return NOTHING;
    }
    return keys.action(key).map(this::act).orElse(NOTHING);
  }

  /// Whether a key was for the list of candidates.
  private boolean choosing(EditorCompletion open, KeyPress key) {
    String word = editor.draft().text().substring(open.start(), editor.draft().cursor());
    boolean whole = open.candidate().text().equals(word);
    switch (key.toString()) {
      case "Up", "Ctrl-P" -> completion = Optional.of(open.moved(-1));
      case "Down", "Ctrl-N" -> completion = Optional.of(open.moved(1));
      case "Escape" -> completion = Optional.empty();
      case "Tab" -> take(open);
      case "Enter" -> {
        boolean meant = open.chosen() > 0 || !word.equals("/");
        if (open.candidate().whole() && meant) {
          editor.replace(open.start(), editor.draft().cursor(), open.candidate().text());
          return false; // and is sent
        }
        if (whole) {
          return false;
        }
        take(open);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void take(EditorCompletion open) {
    String text = open.candidate().text();
    int cursor = editor.draft().cursor();
    String rest = editor.draft().text().substring(cursor);
    boolean directory = text.endsWith("/");
    boolean apart = !rest.isEmpty() && Character.isWhitespace(rest.charAt(0));
    editor.replace(open.start(), cursor, text + (directory || apart ? "" : " "));
    completion = Optional.empty();
    if (directory) {
      complete();
    }
  }

  /// Completes words behind commands that only the program knows.
  void complete(Function<String, List<EditorCompletion.Candidate>> words) {
    source.ask(words);
  }

  private void complete() {
    completion = source.complete(editor.draft());
  }

  private KeyRequest act(EditorAction action) {
    if (editor.apply(action)) {
      completion = completion.isPresent() ? source.complete(editor.draft()) : completion;
      return NOTHING;
    }
    completion = Optional.empty();
    return switch (action) {
      case SUBMIT -> submit(false);
      case QUEUE -> {
        completion = source.offer(editor.draft());
        yield completion.isPresent() ? NOTHING : submit(true);
      }
      case UP -> {
        if (!editor.vertical(-1)) {
          cursor.previous(editor.message()).ifPresent(editor::set);
        }
        yield NOTHING;
      }
      case DOWN -> {
        if (!editor.vertical(1)) {
          cursor.next().ifPresent(editor::set);
        }
        yield NOTHING;
      }
      case SEARCH -> {
        cursor.search();
        yield NOTHING;
      }
      case STASH -> {
        String written = editor.message();
        editor.set(stash);
        stash = written;
        yield NOTHING;
      }
      case EXPAND -> editor.expand() ? NOTHING : new KeyRequest.Do(action);
      case LEAVE -> {
        if (editor.isEmpty()) {
          yield new KeyRequest.Do(action);
        }
        boolean _ = editor.apply(EditorAction.DELETE_RIGHT);
        yield NOTHING;
      }
      default -> new KeyRequest.Do(action);
    };
  }

  private KeyRequest submit(boolean queued) {
    if (!queued && editor.continueLine()) {
      return NOTHING;
    }
    String message = editor.message();
    if (message.isBlank()) {
      return NOTHING;
    }
    return queued ? new KeyRequest.Queue(message) : new KeyRequest.Send(message);
  }

  /// The message was taken.
  void taken(String message) {
    history.add(message);
    begin();
  }

  private KeyRequest search(KeyPress key) {
    String query = cursor.query().orElse("");
    if (key.isTyped()) {
      cursor.query(query + Character.toString(key.character()));
    } else {
      switch (key.toString()) {
        case "Ctrl-R", "Up", "Ctrl-P" -> cursor.older();
        case "Ctrl-S", "Down", "Ctrl-N" -> cursor.newer();
        case "Backspace", "Shift-Backspace", "Ctrl-H" ->
            cursor.query(
                query.isEmpty()
                    ? ""
                    : query.substring(0, CellWidth.clusterStart(query, query.length())));
        case "Escape", "Ctrl-G", "Ctrl-C" -> cursor.endSearch();
        case "Enter", "Tab" -> takeFound();
        default -> {
          takeFound();
          return press(key); // edits what was found
        }
      }
    }
    return NOTHING;
  }

  private void takeFound() {
    cursor.found().ifPresent(editor::set);
    cursor.endSearch();
  }

  /// Whether keys are for the message: it is begun, or an older one is searched for.
  boolean isOpen() {
    return !editor.isEmpty() || isSearching();
  }

  /// Whether an older message is searched for.
  boolean isSearching() {
    return cursor.query().isPresent();
  }

  /// Keeps what is written in a file.
  void keep() {
    history.keep(editor.message());
  }

  EditorView view(int width, int most) {
    if (cursor.query().isPresent()) {
      String words = cursor.query().orElse("");
      String head = "search: " + words;
      String none = words.isEmpty() ? "" : "no older message has this";
      StyledLine line =
          StyledLine.of(
                  new StyledSpan(TextRole.ACCENT, head),
                  new StyledSpan(
                      TextRole.DIM, "  " + cursor.found().orElse(none).replace('\n', ' ')))
              .cut(width);
      return new EditorView(List.of(line), 0, Math.min(CellWidth.of(head), width - 1));
    }
    String prompt = vim.isInserting() ? PROMPT : NORMAL_PROMPT;
    return EditorView.of(editor.draft(), editor.pasted(), prompt, width, most);
  }

  /// What could be meant by the word at the cursor.
  List<StyledLine> candidates(int width, int most) {
    return completion.map(open -> open.lines(width, most)).orElse(List.of());
  }
}
