// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.CompletionSource;
import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.KeyBindings.EditingStyle;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.app.terminal.input.KeyDecoder;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.testkit.TemporaryWorkspace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every key has an effect: from the bytes that a terminal sends to what is written then.
class ComposerKeysTest {
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final MessageHistory history =
      MessageHistory.open(home.path("history.jsonl"), text -> text);
  private MessageComposer composer = composer(KeyBindings.USUAL);
  private KeyRequest last = new KeyRequest.Nothing();

  @AfterEach
  void close() {
    history.close();
    home.close();
  }

  private MessageComposer composer(KeyBindings bindings) {
    return new MessageComposer(
        new KeyTable(bindings),
        new ComposerSetup(
            history, new CompletionSource(Map.of(), List::of), bindings, UnaryOperator.identity()));
  }

  private void type(String keys) {
    byte[] bytes = keys.getBytes(StandardCharsets.UTF_8);
    KeyDecoder decoder = new KeyDecoder();
    List<KeyboardInput> all = new ArrayList<>(decoder.take(bytes, bytes.length));
    all.addAll(decoder.timeout());
    for (KeyboardInput input : all) {
      if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
        last = composer.press(key);
      }
    }
  }

  /// Writes a text and puts the cursor where `|` is.
  private void write(String text) {
    composer.set(text.replace("|", ""));
    type("\u001b[D".repeat(text.length() - 1 - text.indexOf('|')));
  }

  private String written() {
    composer.paste("|"); // shows the place of the cursor
    return composer.message();
  }

  private static String unescaped(String text) {
    return text.replace("\\e", "\u001b")
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("^?", "\u007f")
        .replaceAll("\\s+$", "");
  }

  /// `^A` and the like are the control characters.
  private static String keys(String text) {
    StringBuilder out = new StringBuilder();
    String plain = text.replace("^?", "\u007f").replace("\\e", "\u001b");
    for (int i = 0; i < plain.length(); i++) {
      boolean control = plain.charAt(i) == '^' && i + 1 < plain.length();
      out.append(control ? (char) (plain.charAt(++i) & 0x1F) : plain.charAt(i));
    }
    return out.toString();
  }

  private static final String EDITING =
      """
      Alt-Enter;\\e^M;a|b;a\\n|b
      Ctrl-J;^J;a|b;a\\n|b
      Shift-Enter;\\e[13;2u;a|b;a\\n|b
      Ctrl-Enter;\\e[13;5u;a|b;a\\n|b
      Left;\\e[D;ab|;a|b
      Ctrl-B;^B;ab|;a|b
      Right;\\e[C;a|b;ab|
      Ctrl-F;^F;a|b;ab|
      Alt-B;\\eb;one two|;one |two
      Ctrl-Left;\\e[1;5D;one two|;one |two
      Alt-Left;\\e[1;3D;one two|;one |two
      Alt-F;\\ef;|one two;one| two
      Ctrl-Right;\\e[1;5C;|one two;one| two
      Alt-Right;\\e[1;3C;|one two;one| two
      Home;\\e[H;a\\nbc|;a\\n|bc
      Ctrl-A;^A;a\\nbc|;a\\n|bc
      End;\\e[F;|ab\\nc;ab|\\nc
      Ctrl-E;^E;|ab\\nc;ab|\\nc
      Ctrl-Home;\\e[1;5H;a\\nbc|;|a\\nbc
      Alt-<;\\e<;a\\nbc|;|a\\nbc
      Ctrl-End;\\e[1;5F;|a\\nbc;a\\nbc|
      Alt->;\\e>;|a\\nbc;a\\nbc|
      Up;\\e[A;a\\nb|;a|\\nb
      Ctrl-P;^P;a\\nb|;a|\\nb
      Down;\\e[B;a|\\nb;a\\nb|
      Ctrl-N;^N;a|\\nb;a\\nb|
      Backspace;^?;ab|;a|
      Ctrl-H;\\e[104;5u;ab|;a|
      Shift-Backspace;\\e[127;2u;ab|;a|
      Delete;\\e[3~;|ab;|b
      Ctrl-W;^W;one two|;one |
      Alt-Backspace;\\e^?;one two|;one |
      Ctrl-Backspace;\\e[127;5u;one two|;one |
      Alt-D;\\ed;|one two;| two
      Ctrl-Delete;\\e[3;5~;|one two;| two
      Ctrl-K;^K;a|b\\nc;a|\\nc
      Ctrl-U;^U;ab\\ncd|e;ab\\n|e
      Ctrl-U;^U^U;ab\\ncd|e;ab|e
      Ctrl-Y;^W^A^Y;one two|;two|one
      Alt-Y;^W^B^U^Y\\ey;one two|;two|
      Ctrl-_;^W^_;one two|;one two|
      Ctrl--;^W\\e[45;5u;one two|;one two|
      Alt-Z;^W\\ez;one two|;one two|
      Alt-_;^W^_\\e_;one two|;one |
      Ctrl-.;^W^_\\e[46;5u;one two|;one |
      Ctrl-S;^Sx^S;aside|;aside|
      Ctrl-R;^Rold^I;x|;an old message|
      Ctrl-D;^D;|ab;|b
      """;

  @Test
  void keysThatEdit() {
    history.add("an old message");
    for (String row : EDITING.lines().toList()) {
      String[] parts = row.split(";(?=[^;]*\\|)", -1);
      String head = row.substring(0, row.indexOf(parts[parts.length - 2]) - 1);
      String sequence = keys(head.substring(head.indexOf(';', 1) + 1));
      composer = composer(KeyBindings.USUAL);
      write(unescaped(parts[parts.length - 2]));
      type(sequence);
      assertThat(written().stripTrailing()).as(row).isEqualTo(unescaped(parts[parts.length - 1]));
    }
  }

  /// What is searched for, the keys, and what is written then.
  @ParameterizedTest
  @CsvSource({
    "^Rone^M, one b|",
    "^Rone^I, one b|",
    "^Rone^R^M, one a|",
    "^Rone\\e[A^M, one a|",
    "^Rone^P^M, one a|",
    "^Rone^R^S^M, one b|",
    "^Rone^R\\e[B^M, one b|",
    "^Rone^R^N^M, one b|",
    "^R^R^R^M, one b|",
    "^Rtwx^?^M, two|",
    "^Rtwo^A, |two",
    "^Rone\\e[D, one |b",
    "^Rone^W, one |",
    "^Rnone^M, x|",
    "^Rone\\e, x|",
    "^Rone^G, x|",
    "^Rone^C, x|",
  })
  void keysOfTheSearch(String sequence, String after) {
    List.of("one a", "one b", "two").forEach(history::add);
    write("x|");
    type(keys(sequence.replace("\\e", "\u001b")));
    assertThat(written()).isEqualTo(after);
  }

  @Test
  void aSearchThatFindsNothingSaysSo() {
    type("\u0012zz");
    assertThat(composer.view(60, 5).lines().getFirst().text())
        .isEqualTo("search: zz  no older message has this");
  }

  @ParameterizedTest
  @CsvSource({
    "Ctrl-G, ^G, EXTERNAL",
    "Ctrl-X Ctrl-E, ^X^E, EXTERNAL",
    "Ctrl-O, ^O, EXPAND",
    "Ctrl-T, ^T, PLAN",
    "Ctrl-L, ^L, REDRAW",
    "Shift-Tab, \\e[Z, NEXT_MODE",
    "Escape, \\e, CANCEL",
    "Ctrl-C, ^C, INTERRUPT",
    "Ctrl-Z, ^Z, SUSPEND",
  })
  void keysForTheChat(String name, String sequence, EditorAction action) {
    write("a draft|");
    type(keys(sequence));
    assertThat(last).as(name).isEqualTo(new KeyRequest.Do(action));
    assertThat(composer.message()).isEqualTo("a draft");
  }

  @Test
  void keysThatSend() {
    write("a message|");
    type("\r");
    assertThat(last).isEqualTo(new KeyRequest.Send("a message"));
    type("\t");
    assertThat(last).isEqualTo(new KeyRequest.Queue("a message"));
    type("\\\r");
    assertThat(written()).isEqualTo("a message\n|");
    composer.set("");
    type("\u0004");
    assertThat(last).isEqualTo(new KeyRequest.Do(EditorAction.LEAVE));
    type("?");
    assertThat(last).isEqualTo(new KeyRequest.ShowKeys());
  }

  @Test
  void everyKeyOfTheTableIsAmongThem() {
    TreeSet<String> tested = new TreeSet<>(List.of("Enter", "Tab"));
    tested.addAll(List.of("Ctrl-G", "Ctrl-O", "Ctrl-T", "Ctrl-L", "Shift-Tab"));
    tested.addAll(List.of("Escape", "Ctrl-C", "Ctrl-Z"));
    EDITING.lines().forEach(row -> tested.add(row.substring(0, row.indexOf(';', 1))));
    TreeSet<String> bound = new TreeSet<>();
    KeyTable keys = new KeyTable(KeyBindings.USUAL);
    Arrays.stream(EditorAction.values()).forEach(action -> bound.addAll(keys.keys(action)));
    assertThat(tested).isEqualTo(bound);
  }

  @Test
  void aKeyOfThePersonsOwnDoesWhatTheyWant() {
    composer =
        composer(
            new KeyBindings(
                EditingStyle.EMACS,
                Map.of(
                    KeyPress.named("Ctrl-T"),
                    Optional.of(EditorAction.WORD_LEFT),
                    KeyPress.named("Ctrl-W"),
                    Optional.empty())));
    write("one two|");
    type("\u0014\u0017");
    assertThat(written()).isEqualTo("one |two");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "one two|; \\ehh; one |two",
        "one two|; \\e0l; o|ne two",
        "one two|; \\e^iX; Xone two",
        "one two|; \\e0w; one |two",
        "one two|; \\e02ex; one tw|",
        "one two|; \\ebb; |one two",
        "one two|; \\e0$; one two|",
        "a\\nb|; \\egiX; X|a\\nb",
        "a\\nb|; \\egGaX; a\\nbX|",
        "a\\nb|; \\ek; |a\\nb",
        "a\\nb|; \\ekj; a\\n|b",
        "one two|; \\e0dw; |two",
        "one two three|; \\e02dw; |three",
        "one two|; \\e0cwX; X| two",
        "one two|; \\e0d$; |",
        "a\\nb\\nc|; \\ekdd; a\\n|c",
        "one two|; \\eccX; X|",
        "one two|; \\e0wD; one |",
        "one two|; \\e0wCX; one X|",
        "one two|; \\e03x; | two",
        "one two|; \\eX; one t|o",
        "one two|; \\e0yw$p; one twoone |",
        "one two|; \\e0ywP; one |one two",
        "one two|; \\eyyP; one two|one two",
        "one two|; \\e0rX; |Xne two",
        "one two|; \\e0dwu; |one two",
        "one two|; \\eoX; one two\\nX|",
        "one two|; \\eOX; X|\\none two",
        "one two|; \\eIX; X|one two",
        "one two|; \\ehAX; one twoX|",
        "漢👩‍💻|; \\ex; 漢|",
      })
  void vimKeys(String before, String keys, String after) {
    composer = composer(new KeyBindings(EditingStyle.VIM, Map.of()));
    write(unescaped(before));
    type("\u001b");
    boolean cursor = after.contains("|");
    for (char key : keys.substring(2).toCharArray()) {
      type(String.valueOf(key));
    }
    assertThat(cursor ? written() : composer.message()).isEqualTo(unescaped(after));
  }

  @Test
  void vimsEscapeStopsTheTurnOnlyWhereNothingIsBegun() {
    composer = composer(new KeyBindings(EditingStyle.VIM, Map.of()));
    type("\u001b");
    assertThat(last).isEqualTo(new KeyRequest.Do(EditorAction.CANCEL));
    type("iab\u001b");
    assertThat(last).isEqualTo(new KeyRequest.Nothing());
    assertThat(composer.view(20, 5).lines().getFirst().text()).isEqualTo(": iab");
    type("d\u001b");
    assertThat(last).isEqualTo(new KeyRequest.Nothing());
    type("\u001b");
    assertThat(last).isEqualTo(new KeyRequest.Do(EditorAction.CANCEL));
    type("\r");
    assertThat(last).isEqualTo(new KeyRequest.Send("iab"));
    composer.taken("iab");
    assertThat(composer.view(20, 5).lines().getFirst().text()).isEqualTo("> ");
    type("x\u001b");
    type("dd");
    assertThat(composer.message()).isEmpty();
    type("u");
    assertThat(composer.message()).isEqualTo("x");
    type("\u0012");
    assertThat(composer.message()).isEmpty();
    type("k");
    assertThat(composer.message()).isEqualTo("iab");
  }
}
