// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.testkit.TemporaryWorkspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageEditorTest {
  private final MessageEditor editor = new MessageEditor();

  private void type(String text) {
    text.codePoints().forEach(editor::type);
  }

  private void apply(EditorAction... actions) {
    for (EditorAction action : actions) {
      assertThat(editor.apply(action)).isTrue();
    }
  }

  /// The text with the cursor as `|`.
  private String state() {
    MessageDraft draft = editor.draft();
    return draft.text().substring(0, draft.cursor()) + "|" + draft.text().substring(draft.cursor());
  }

  @Test
  void movesByCharactersWordsAndLines() {
    type("one two-three\nfour 👩\u200d💻!");
    apply(EditorAction.LEFT, EditorAction.LEFT);
    assertThat(state()).isEqualTo("one two-three\nfour |👩\u200d💻!");
    apply(EditorAction.RIGHT, EditorAction.LINE_START);
    assertThat(state()).isEqualTo("one two-three\n|four 👩\u200d💻!");
    apply(EditorAction.WORD_LEFT);
    assertThat(state()).isEqualTo("one two-|three\nfour 👩\u200d💻!");
    apply(EditorAction.TEXT_START, EditorAction.WORD_RIGHT);
    assertThat(state()).isEqualTo("one| two-three\nfour 👩\u200d💻!");
    apply(EditorAction.LINE_END);
    assertThat(editor.vertical(1)).isTrue();
    assertThat(editor.vertical(1)).isFalse();
    assertThat(editor.vertical(-1)).isTrue();
    assertThat(state()).isEqualTo("one two-three|\nfour 👩\u200d💻!");
    apply(EditorAction.TEXT_END, EditorAction.DELETE_LEFT, EditorAction.DELETE_LEFT);
    assertThat(state()).isEqualTo("one two-three\nfour |");
  }

  @Test
  void killsAndYanks() {
    type("one two three");
    apply(EditorAction.KILL_WORD_LEFT, EditorAction.KILL_WORD_LEFT);
    assertThat(state()).isEqualTo("one |");
    apply(EditorAction.YANK);
    assertThat(state()).isEqualTo("one two three|");
    apply(
        EditorAction.TEXT_START, EditorAction.KILL_LINE, EditorAction.YANK, EditorAction.YANK_POP);
    assertThat(state()).isEqualTo("two three|");
    apply(EditorAction.KILL_LINE_LEFT);
    assertThat(state()).isEqualTo("|");
  }

  @Test
  void undoesAndRedoesByWords() {
    type("one two");
    apply(EditorAction.UNDO);
    assertThat(state()).isEqualTo("one|");
    apply(EditorAction.UNDO, EditorAction.UNDO);
    assertThat(state()).isEqualTo("|");
    apply(EditorAction.REDO, EditorAction.REDO);
    assertThat(state()).isEqualTo("one two|");
    editor.set("other");
    apply(EditorAction.UNDO);
    assertThat(state()).isEqualTo("one two|");
  }

  @Test
  void aLongPasteIsOneCharacterThatOpens() {
    String lines = "line\n".repeat(10_000);
    type("look: ");
    editor.paste(lines);
    assertThat(shown()).containsExactly("> look: [pasted 10000 lines]");
    assertThat(editor.message()).isEqualTo("look: " + lines);
    apply(EditorAction.DELETE_LEFT);
    assertThat(editor.message()).isEqualTo("look: ");
    apply(EditorAction.UNDO);
    assertThat(editor.expand()).isTrue();
    assertThat(editor.draft().text()).isEqualTo("look: " + lines);
    assertThat(editor.expand()).isFalse();
    assertThat(EditorView.of(editor.draft(), editor.pasted(), "> ", 40, 5).lines()).hasSize(5);
  }

  @Test
  void aShortPasteIsText() {
    editor.paste("a\nb \uE000");
    assertThat(state()).isEqualTo("a\nb \uFFFD|");
  }

  private List<String> shown() {
    return EditorView.of(editor.draft(), editor.pasted(), "> ", 40, 20).lines().stream()
        .map(StyledLine::text)
        .toList();
  }

  @Test
  void longLinesAreBrokenAndTheCursorIsWhereItIs() {
    type("0123456789".repeat(5) + "漢字");
    EditorView view = EditorView.of(editor.draft(), editor.pasted(), "> ", 20, 20);
    assertThat(view.lines())
        .extracting(StyledLine::text)
        .containsExactly(
            "> 012345678901234567", "  890123456789012345", "  67890123456789漢字", "  ");
    assertThat(view.row()).isEqualTo(3);
    assertThat(view.column()).isEqualTo(2);
    apply(EditorAction.TEXT_START);
    view = EditorView.of(editor.draft(), editor.pasted(), "> ", 20, 20);
    assertThat(view.row()).isZero();
    assertThat(view.column()).isEqualTo(2);
  }

  @Test
  void anyActionsKeepTheCursorInTheText() {
    Random random = new Random(3);
    EditorAction[] actions = EditorAction.values();
    for (int i = 0; i < 20_000; i++) {
      switch (random.nextInt(5)) {
        case 0 -> type("ab漢👩\u200d💻\n ".substring(0, 1 + random.nextInt(3)));
        case 1 -> editor.vertical(random.nextBoolean() ? 1 : -1);
        case 2 -> editor.paste("x\n".repeat(random.nextInt(6)));
        default -> editor.apply(actions[random.nextInt(actions.length)]);
      }
      EditorView view = EditorView.of(editor.draft(), editor.pasted(), "> ", 20, 5);
      assertThat(view.row()).isBetween(0, view.lines().size() - 1);
      assertThat(view.column()).isBetween(2, 20);
      if (editor.draft().text().length() > 200) {
        editor.clear();
      }
    }
  }

  @Test
  void historyWalksSearchesAndKeepsTheDraft() {
    try (TemporaryWorkspace home = TemporaryWorkspace.empty()) {
      Path file = home.path("history.jsonl");
      MessageHistory history = MessageHistory.open(file, text -> text.replace("secret", "•••"));
      history.add("fix the build");
      history.add("write a test with secret");
      history.add("fix the build");
      history.keep("half a thou");
      history.keep("half a thought");
      history.close();

      MessageHistory again = MessageHistory.open(file, text -> text);
      assertThat(again.messages()).containsExactly("write a test with •••", "fix the build");
      assertThat(again.takeDraft()).contains("half a thought");
      assertThat(again.takeDraft()).isEmpty();
      HistoryCursor cursor = new HistoryCursor(again);
      assertThat(cursor.previous("draft")).contains("fix the build");
      assertThat(cursor.previous("")).contains("write a test with •••");
      assertThat(cursor.previous("")).isEmpty();
      assertThat(cursor.next()).contains("fix the build");
      assertThat(cursor.next()).contains("draft");
      assertThat(cursor.next()).isEmpty();
      cursor.search();
      cursor.query("T");
      assertThat(cursor.found()).contains("fix the build");
      cursor.older();
      assertThat(cursor.found()).contains("write a test with •••");
      cursor.query("nothing like it");
      assertThat(cursor.found()).isEmpty();
      assertThat(Files.exists(file)).isTrue();
      again.close();
    }
  }

  @Test
  void completesCommandsAndFiles() {
    CompletionSource source =
        new CompletionSource(
            Map.of("/model", "another model", "/mode", "how it works", "/help", "this"),
            () -> List.of("src/Main.java", "src/main/Model.java", "README.md"));
    assertThat(source.complete(new MessageDraft("/mod", 4)).orElseThrow().candidates())
        .extracting(EditorCompletion.Candidate::text)
        .containsExactly("/mode", "/model");
    assertThat(
            source
                .complete(new MessageDraft("see @modj please", 9))
                .orElseThrow()
                .candidate()
                .text())
        .isEqualTo("@src/main/Model.java");
    assertThat(source.complete(new MessageDraft("plain", 5))).isEmpty();
    assertThat(source.complete(new MessageDraft("a /mod", 6))).isEmpty();
  }

  /// What is written, and what the word becomes.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "@src/ | @src/Main.java",
        "see @src/my | @\"src/my shots/",
        "@\"src/my shots/ | @\"src/my shots/a b.png\"",
        "see @\"src/my shots/a | @\"src/my shots/a b.png\"",
        "@\"a b | @\"src/my shots/a b.png\"",
        "@ab | @\"src/my shots/a b.png\"",
        "@\"src/Mai | @src/Main.java",
        "@\"done\" @Mai | @src/Main.java",
        "mail\"@\"x @Mai | @src/Main.java",
        "@\"done\" Mai | -",
        "@odd | -"
      })
  void filesInDirectoriesAndNamesWithBlanks(String written, String word) {
    CompletionSource source =
        new CompletionSource(
            Map.of(),
            () ->
                List.of(
                    "src/",
                    "src/Main.java",
                    "src/my shots/",
                    "src/my shots/a b.png",
                    "an \"odd\" name"));
    Optional<EditorCompletion> found = source.complete(new MessageDraft(written, written.length()));
    assertThat(found.map(one -> one.candidate().text()).orElse("-")).isEqualTo(word);
    assertThat(found.map(one -> written.charAt(one.start())).orElse('@')).isEqualTo('@');
  }

  @Test
  void completesWhatIsBegunBehindACommand() {
    CompletionSource source =
        new CompletionSource(Map.of("/mode", "how it works"), List::of)
            .with(Map.of("/mode", List.of("code", "ask", "architect")));
    assertThat(source.complete(new MessageDraft("/mode a", 7)).orElseThrow().candidates())
        .extracting(EditorCompletion.Candidate::text)
        .containsExactly("ask", "architect");
    assertThat(source.complete(new MessageDraft("/mode ", 6))).isEmpty();
    assertThat(source.complete(new MessageDraft("/mode ask", 9))).isEmpty();
    assertThat(source.complete(new MessageDraft("/mode ask a", 11))).isEmpty();
    assertThat(source.complete(new MessageDraft("a word", 6))).isEmpty();
  }

  @Test
  void everyActionHasAKey() {
    KeyTable keys = new KeyTable(KeyBindings.USUAL);
    for (EditorAction action : EditorAction.values()) {
      assertThat(keys.keys(action)).as(action.name()).isNotEmpty();
    }
  }
}
