// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.screen.CellWidth;
import java.util.OptionalInt;

/// Vim's keys for a message: Escape leads to the mode in which letters are commands, `i` and others
/// back. It knows moves, operators with moves and counts, and the register of the kill ring.
public final class VimKeys {
  /// Its commands, in words.
  public static final String SUMMARY =
      "vim: Esc commands; i I a A o O insert; h j k l w b e 0 ^ $ g G move; d c y with a move, dd"
          + " cc yy; x X D C p P r; u Ctrl-R undo, redo; counts such as 3w";

  private static final int MOST_COUNT = 999;

  private Mode mode = Mode.INSERT;
  private int operator;
  private int count;

  private enum Mode {
    INSERT,
    NORMAL,
    /// The next character takes another one's place.
    REPLACE
  }

  /// The result of a key.
  public sealed interface Outcome {
    /// The key is not for this mode.
    record Foreign() implements Outcome {}

    /// It is done.
    record Done() implements Outcome {}

    /// It means what another key does.
    record Act(EditorAction action) implements Outcome {}
  }

  private static final Outcome FOREIGN = new Outcome.Foreign();
  private static final Outcome DONE = new Outcome.Done();

  /// Whether letters are typed.
  public boolean isInserting() {
    return mode == Mode.INSERT;
  }

  /// Letters are typed from now on.
  public void insert() {
    mode = Mode.INSERT;
    operator = 0;
    count = 0;
  }

  /// A key was pressed.
  public Outcome press(KeyPress key, MessageEditor editor) {
    if (key.equals(KeyPress.of(KeyPress.Name.ESCAPE))) {
      return escape(editor);
    }
    if (mode == Mode.INSERT) {
      return FOREIGN;
    }
    if (key.equals(KeyPress.named("Ctrl-R"))) {
      return new Outcome.Act(EditorAction.REDO);
    }
    if (!key.isTyped()) {
      operator = 0;
      count = 0;
      return FOREIGN;
    }
    if (mode == Mode.REPLACE) {
      mode = Mode.NORMAL;
      MessageDraft draft = editor.draft();
      if (draft.cursor() < draft.lineEnd()) {
        editor.replace(draft.cursor(), right(draft), Character.toString(key.character()));
        editor.moveTo(draft.cursor());
      }
      return DONE;
    }
    return command(key.character(), editor);
  }

  /// The first one leaves what is begun; another one is for the chat, which stops the turn.
  private Outcome escape(MessageEditor editor) {
    boolean begun = mode != Mode.NORMAL || operator != 0 || count != 0;
    if (mode == Mode.INSERT && editor.isEmpty()) {
      return FOREIGN;
    }
    if (mode == Mode.INSERT && editor.draft().cursor() > editor.draft().lineStart()) {
      boolean _ = editor.apply(EditorAction.LEFT);
    }
    mode = Mode.NORMAL;
    operator = 0;
    count = 0;
    return begun ? DONE : FOREIGN;
  }

  private Outcome command(int c, MessageEditor editor) {
    if ((c >= '1' && c <= '9') || (c == '0' && count > 0)) {
      count = Math.min(MOST_COUNT, 10 * count + c - '0');
      return DONE;
    }
    int times = Math.max(1, count);
    if (operator != 0) {
      operate(c, times, editor);
      return DONE;
    }
    if (c == 'd' || c == 'c' || c == 'y') {
      operator = c;
      return DONE;
    }
    count = 0;
    OptionalInt target = target(c, times, editor.draft());
    if (target.isPresent()) {
      editor.moveTo(target.getAsInt());
      return DONE;
    }
    return switch (c) {
      case 'j' -> editor.vertical(1) ? DONE : new Outcome.Act(EditorAction.DOWN);
      case 'k' -> editor.vertical(-1) ? DONE : new Outcome.Act(EditorAction.UP);
      case 'u' -> new Outcome.Act(EditorAction.UNDO);
      default -> {
        change(c, times, editor);
        yield DONE;
      }
    };
  }

  /// Inserts, deletes or restores by one letter; any other letter does nothing.
  private void change(int c, int times, MessageEditor editor) {
    MessageDraft draft = editor.draft();
    int at = draft.cursor();
    switch (c) {
      case 'i' -> insert();
      case 'a' -> insertAt(right(draft), editor);
      case 'I' -> insertAt(draft.lineStart(), editor);
      case 'A' -> insertAt(draft.lineEnd(), editor);
      case 'o' -> {
        insertAt(draft.lineEnd(), editor);
        editor.insert("\n");
      }
      case 'O' -> {
        int start = draft.lineStart();
        editor.replace(start, start, "\n");
        insertAt(start, editor);
      }
      case 'x' -> editor.killRange(at, target('l', times, draft).orElse(at));
      case 'X' -> editor.killRange(target('h', times, draft).orElse(at), at);
      case 'D' -> editor.killRange(at, draft.lineEnd());
      case 'C' -> {
        editor.killRange(at, draft.lineEnd());
        insert();
      }
      case 'p' -> {
        editor.moveTo(right(draft));
        boolean _ = editor.apply(EditorAction.YANK);
      }
      case 'P' -> {
        boolean _ = editor.apply(EditorAction.YANK);
      }
      case 'r' -> mode = Mode.REPLACE;
      default -> {}
    }
  }

  private void insertAt(int place, MessageEditor editor) {
    editor.moveTo(place);
    insert();
  }

  /// An operator and its move, or its line.
  private void operate(int c, int times, MessageEditor editor) {
    MessageDraft draft = editor.draft();
    int what = operator;
    operator = 0;
    count = 0;
    int from = draft.cursor();
    int to;
    if (c == what) {
      from = draft.lineStart();
      boolean whole = what == 'd' && draft.lineEnd() < draft.text().length();
      to = draft.lineEnd() + (whole ? 1 : 0);
    } else {
      // `cw` ends where the word does, as vim has it.
      OptionalInt target = target(what == 'c' && c == 'w' ? 'e' : c, times, draft);
      if (target.isEmpty()) {
        return;
      }
      to = target.getAsInt();
      boolean included = c == 'e' || (what == 'c' && c == 'w');
      to = included ? right(draft.at(to)) : to;
    }
    if (what == 'y') {
      editor.copyRange(Math.min(from, to), Math.max(from, to));
      editor.moveTo(Math.min(from, to));
    } else {
      editor.killRange(Math.min(from, to), Math.max(from, to));
    }
    if (what == 'c') {
      insert();
    }
  }

  /// The target of a move, if the letter is one.
  private static OptionalInt target(int c, int times, MessageDraft draft) {
    MessageDraft at = draft;
    for (int i = 0; i < times; i++) {
      int place =
          switch (c) {
            case 'h' -> left(at);
            case 'l', ' ' -> right(at);
            case 'w' -> nextWord(at);
            case 'e' -> wordLast(at);
            case 'b' -> at.wordStart();
            case '0' -> at.lineStart();
            case '^' -> firstLetter(at);
            case '$' -> at.lineEnd();
            case 'g' -> 0;
            case 'G' -> at.text().length();
            default -> -1;
          };
      if (place < 0) {
        return OptionalInt.empty();
      }
      at = at.at(place);
    }
    return OptionalInt.of(at.cursor());
  }

  private static int left(MessageDraft draft) {
    return draft.cursor() == draft.lineStart()
        ? draft.cursor()
        : CellWidth.clusterStart(draft.text(), draft.cursor());
  }

  private static int right(MessageDraft draft) {
    return draft.cursor() == draft.lineEnd()
        ? draft.cursor()
        : CellWidth.clusterEnd(draft.text(), draft.cursor());
  }

  /// The last character of this word, or of the next one where the cursor is there already.
  private static int wordLast(MessageDraft draft) {
    int end = draft.at(right(draft)).wordEnd();
    return Math.max(draft.cursor(), left(draft.at(end)));
  }

  private static int nextWord(MessageDraft draft) {
    int length = draft.text().length();
    int at = draft.cursor();
    boolean word = at < length && Character.isLetterOrDigit(draft.text().charAt(at));
    int end = word ? draft.wordEnd() : at;
    while (end < length && !Character.isLetterOrDigit(draft.text().charAt(end))) {
      end++;
    }
    return end;
  }

  private static int firstLetter(MessageDraft draft) {
    int at = draft.lineStart();
    while (at < draft.lineEnd() && draft.text().charAt(at) == ' ') {
      at++;
    }
    return at;
  }
}
