// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a key does while a message is written.
public enum EditorAction {
  /// Send the message.
  SUBMIT("send the message"),
  /// Send it after all work is done, while a turn runs.
  QUEUE("complete; while it works: send after this turn"),
  /// Begin a new line.
  NEWLINE("new line"),
  /// A character to the left.
  LEFT("left; Ctrl-B while a command runs: have it run in the background"),
  /// A character to the right.
  RIGHT("right"),
  /// A word to the left.
  WORD_LEFT("word left"),
  /// A word to the right.
  WORD_RIGHT("word right"),
  /// Begin of the line.
  LINE_START("start of the line"),
  /// End of the line.
  LINE_END("end of the line"),
  /// Begin of the message.
  TEXT_START("start of the message"),
  /// End of the message.
  TEXT_END("end of the message"),
  /// A line up, or the message before.
  UP("line up; on the first line: previous message"),
  /// A line down, or the message after.
  DOWN("line down; on the last line: next message"),
  /// Delete to the left.
  DELETE_LEFT("delete left"),
  /// Delete to the right.
  DELETE_RIGHT("delete right"),
  /// Kill a word to the left.
  KILL_WORD_LEFT("kill word left"),
  /// Kill a word to the right.
  KILL_WORD_RIGHT("kill word right"),
  /// Kill to the end of the line.
  KILL_LINE("kill to the end of the line"),
  /// Kill to the start of the line.
  KILL_LINE_LEFT("kill to the start of the line"),
  /// Insert what was killed last.
  YANK("insert what was killed"),
  /// Insert what was killed before that instead.
  YANK_POP("insert what was killed before that instead"),
  /// Undo.
  UNDO("undo"),
  /// Redo.
  REDO("redo"),
  /// Search older messages.
  SEARCH("search older messages"),
  /// Write in the person's editor.
  EXTERNAL("write in $VISUAL or $EDITOR"),
  /// Put the message aside, or take it back.
  STASH("put the message aside, or take it back"),
  /// Show pasted text, or unfold the last output.
  EXPAND("show pasted text; show all of /diff or of the last turn's output"),
  /// Show the model's plan.
  PLAN("show the model's plan"),
  /// Draw the screen anew.
  REDRAW("draw the screen anew"),
  /// The next mode of work.
  NEXT_MODE("next mode of work"),
  /// Stop what runs, close what is open.
  CANCEL("stop the turn; close what is open; twice: clear the message, or rewind"),
  /// Interrupt; clear; leave.
  INTERRUPT("stop the turn; clear the message; twice: leave"),
  /// Leave where nothing is written.
  LEAVE("leave where nothing is written, else delete right"),
  /// Suspend the program.
  SUSPEND("suspend");

  private final String meaning;

  EditorAction(String meaning) {
    this.meaning = meaning;
  }

  /// What it does, in words.
  public String meaning() {
    return meaning;
  }

  /// How a person's file of keys calls it, such as `word-left`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The action that is called so.
  public static Optional<EditorAction> named(String word) {
    return Arrays.stream(values()).filter(action -> action.word().equals(word)).findFirst();
  }
}
