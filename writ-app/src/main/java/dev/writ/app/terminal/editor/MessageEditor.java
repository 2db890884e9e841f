// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.screen.CellWidth;
import java.util.ArrayDeque;
import java.util.Deque;

/// Edits a message: inserts, moves, kills and yanks, undoes. It knows nothing of keys and screens.
public final class MessageEditor {
  private static final int MOST_STEPS = 1000;
  private static final int MOST_KILLED = 60;

  private final Deque<MessageDraft> past = new ArrayDeque<>();
  private final Deque<MessageDraft> future = new ArrayDeque<>();
  private final Deque<String> killed = new ArrayDeque<>();
  private final PastedTexts pasted = new PastedTexts();
  private MessageDraft draft = MessageDraft.EMPTY;
  private Kind last = Kind.OTHER;
  private int yankedFrom;
  private int goal = -1;

  /// Steps of the same kind are undone together.
  private enum Kind {
    TYPED,
    DELETED,
    KILLED,
    YANKED,
    MOVED,
    OTHER
  }

  /// The written text.
  public MessageDraft draft() {
    return draft;
  }

  /// The pasted text.
  public PastedTexts pasted() {
    return pasted;
  }

  /// The message, with all that was pasted.
  public String message() {
    return pasted.expanded(draft.text());
  }

  /// Whether nothing is written.
  public boolean isEmpty() {
    return draft.text().isEmpty();
  }

  /// Inserts what was typed.
  public void type(int code) {
    String text = PastedTexts.clean(Character.toString(code));
    boolean begins = code == ' ' && last == Kind.TYPED;
    change(draft.replaced(draft.cursor(), draft.cursor(), text), Kind.TYPED, begins);
  }

  /// Inserts a pasted text.
  public void paste(String text) {
    insert(pasted.pasted(text));
  }

  /// Inserts a text.
  public void insert(String text) {
    change(draft.replaced(draft.cursor(), draft.cursor(), text), Kind.OTHER, true);
  }

  /// Puts a text in place of what is between two indexes.
  public void replace(int from, int to, String text) {
    change(draft.replaced(from, to, text), Kind.OTHER, true);
  }

  /// Puts another text in place of all.
  public void set(String text) {
    String clean = PastedTexts.clean(text);
    change(new MessageDraft(clean, clean.length()), Kind.OTHER, true);
  }

  /// Shows what was pasted.
  ///
  /// @return whether there was something
  public boolean expand() {
    String all = message();
    if (all.equals(draft.text())) {
      return false;
    }
    change(new MessageDraft(all, all.length()), Kind.OTHER, true);
    return true;
  }

  /// Begins a new line where a backslash stands before the cursor.
  ///
  /// @return whether one does
  public boolean continueLine() {
    int end = draft.cursor();
    boolean continues = end > 0 && draft.text().charAt(end - 1) == '\\';
    if (continues) {
      replace(end - 1, end, "\n");
    }
    return continues;
  }

  /// Begins anew after a message was sent.
  public void clear() {
    draft = MessageDraft.EMPTY;
    past.clear();
    future.clear();
    last = Kind.OTHER;
  }

  /// Does what an action says, if it is one of editing.
  ///
  /// @return whether it was
  public boolean apply(EditorAction action) {
    switch (action) {
      case NEWLINE -> insert("\n");
      case DELETE_LEFT -> delete(before());
      case DELETE_RIGHT -> delete(after());
      case KILL_WORD_LEFT -> killRange(draft.wordStart(), draft.cursor());
      case KILL_WORD_RIGHT -> killRange(draft.cursor(), draft.wordEnd());
      case KILL_LINE -> killRange(draft.cursor(), lineEndOrBreak());
      case KILL_LINE_LEFT -> killRange(lineStartOrBreak(), draft.cursor());
      case YANK -> yank();
      case YANK_POP -> yankPop();
      case UNDO -> step(past, future);
      case REDO -> step(future, past);
      default -> {
        return moves(action);
      }
    }
    return true;
  }

  private boolean moves(EditorAction action) {
    switch (action) {
      case LEFT -> moveTo(before());
      case RIGHT -> moveTo(after());
      case WORD_LEFT -> moveTo(draft.wordStart());
      case WORD_RIGHT -> moveTo(draft.wordEnd());
      case LINE_START -> moveTo(draft.lineStart());
      case LINE_END -> moveTo(draft.lineEnd());
      case TEXT_START -> moveTo(0);
      case TEXT_END -> moveTo(draft.text().length());
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Moves a line up or down.
  ///
  /// @return whether there is one
  public boolean vertical(int direction) {
    int start = draft.lineStart();
    int end = draft.lineEnd();
    if (direction < 0 ? start == 0 : end == draft.text().length()) {
      return false;
    }
    int column = goal >= 0 ? goal : CellWidth.of(draft.text().substring(start, draft.cursor()));
    MessageDraft other = draft.at(direction < 0 ? start - 1 : end + 1);
    int at = other.lineStart();
    int width = 0;
    while (at < other.lineEnd() && width < column) {
      int next = CellWidth.clusterEnd(draft.text(), at);
      width += CellWidth.cluster(draft.text(), at, next);
      at = next;
    }
    moveTo(at);
    goal = column;
    return true;
  }

  private int before() {
    return draft.cursor() == 0 ? 0 : CellWidth.clusterStart(draft.text(), draft.cursor());
  }

  private int after() {
    return draft.cursor() == draft.text().length()
        ? draft.cursor()
        : CellWidth.clusterEnd(draft.text(), draft.cursor());
  }

  /// The end of the line, or the break behind it where the cursor is there.
  private int lineEndOrBreak() {
    int end = draft.lineEnd();
    return end == draft.cursor() && end < draft.text().length() ? end + 1 : end;
  }

  /// The start of the line, or the break before it where the cursor is there.
  private int lineStartOrBreak() {
    int start = draft.lineStart();
    return start == draft.cursor() && start > 0 ? start - 1 : start;
  }

  /// Puts the cursor elsewhere.
  public void moveTo(int place) {
    draft = draft.at(place);
    last = Kind.MOVED;
    goal = -1;
  }

  private void delete(int to) {
    int from = Math.min(to, draft.cursor());
    int end = Math.max(to, draft.cursor());
    if (from < end) {
      change(draft.replaced(from, end, ""), Kind.DELETED, false);
    }
  }

  /// Takes out what is between two indexes, to be inserted again elsewhere.
  public void killRange(int from, int to) {
    if (from >= to) {
      return;
    }
    String text = draft.text().substring(from, to);
    if (last == Kind.KILLED && !killed.isEmpty()) {
      String joined = to == draft.cursor() ? text + killed.pop() : killed.pop() + text;
      killed.push(joined);
    } else {
      killed.push(text);
    }
    while (killed.size() > MOST_KILLED) {
      killed.removeLast();
    }
    change(draft.replaced(from, to, ""), Kind.KILLED, true);
  }

  /// Keeps what is between two indexes, to be inserted elsewhere.
  public void copyRange(int from, int to) {
    if (from < to) {
      killed.push(draft.text().substring(from, to));
      last = Kind.OTHER;
    }
  }

  private void yank() {
    if (!killed.isEmpty()) {
      int from = draft.cursor();
      change(draft.replaced(from, from, killed.getFirst()), Kind.YANKED, true);
      yankedFrom = from;
    }
  }

  private void yankPop() {
    if (last == Kind.YANKED && killed.size() > 1) {
      killed.addLast(killed.removeFirst());
      change(draft.replaced(yankedFrom, draft.cursor(), killed.getFirst()), Kind.YANKED, true);
    }
  }

  /// @param separate whether it is undone by itself
  private void change(MessageDraft next, Kind kind, boolean separate) {
    if (separate || kind != last) {
      past.push(draft);
      if (past.size() > MOST_STEPS) {
        past.removeLast();
      }
    }
    future.clear();
    draft = next;
    last = kind;
    goal = -1;
  }

  private void step(Deque<MessageDraft> from, Deque<MessageDraft> to) {
    if (!from.isEmpty()) {
      to.push(draft);
      draft = from.pop();
      last = Kind.OTHER;
    }
  }
}
