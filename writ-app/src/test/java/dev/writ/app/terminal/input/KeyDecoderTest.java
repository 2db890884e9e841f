// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyDecoderTest {
  private static List<KeyboardInput> decode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    KeyDecoder whole = new KeyDecoder();
    List<KeyboardInput> atOnce = new ArrayList<>(whole.take(bytes, bytes.length));
    atOnce.addAll(whole.timeout());
    KeyDecoder split = new KeyDecoder();
    List<KeyboardInput> inPieces = new ArrayList<>();
    for (byte one : bytes) {
      inPieces.addAll(split.take(new byte[] {one}, 1));
    }
    inPieces.addAll(split.timeout());
    assertThat(inPieces).isEqualTo(atOnce);
    return atOnce;
  }

  @ParameterizedTest
  @CsvSource({
    "a, a",
    "ä, ä",
    "漢, 漢",
    "😀, 😀",
    "\\r, Enter",
    "\\n, Ctrl-J",
    "\\t, Tab",
    "\\x7f, Backspace",
    "\\x08, Backspace",
    "\\x03, Ctrl-C",
    "\\x1f, Ctrl-_",
    "\\e, Escape",
    "\\e\\r, Alt-Enter",
    "\\eb, Alt-B",
    "\\eä, Alt-Ä",
    "\\e\\x7f, Alt-Backspace",
    "\\e[A, Up",
    "\\eOB, Down",
    "\\e[1;5C, Ctrl-Right",
    "\\e[1;3D, Alt-Left",
    "\\e[H, Home",
    "\\e[4~, End",
    "\\e[3~, Delete",
    "\\e[5~, Page up",
    "\\e[6~, Page down",
    "\\e[Z, Shift-Tab",
    "\\e[13;2u, Shift-Enter",
    "\\e[13;5u, Ctrl-Enter",
    "\\e[27u, Escape",
    "\\e[99;5u, Ctrl-C",
    "\\e[97;2u, A",
    "\\e[27;2;13~, Shift-Enter",
    "\\e[27;5;114~, Ctrl-R",
    "\\e[15~, Other",
    "\\e[, Alt-[",
  })
  void keysOfManyTerminals(String sent, String key) {
    assertThat(decode(raw(sent)))
        .singleElement()
        .isInstanceOfSatisfying(
            KeyboardInput.Pressed.class, pressed -> assertThat(pressed.key()).hasToString(key));
  }

  private static String raw(String text) {
    return text.replace("\\e", "\u001b")
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\x7f", "\u007f")
        .replace("\\x08", "\b")
        .replace("\\x03", "\u0003")
        .replace("\\x1f", "\u001f");
  }

  @ParameterizedTest
  @CsvSource({
    "\\e[?62;22c",
    "\\e[24;80R",
    "\\e[I",
    "\\e[O",
    "\\e]11;rgb:0000/0000/0000\\e\\\\",
    "\\eP>|x\\e\\\\",
    "\\e[97;1:3u"
  })
  void answersAndReleasesAreNoKeys(String sent) {
    assertThat(decode(raw(sent.replace("\\\\", "\\")))).isEmpty();
  }

  @Test
  void aPasteIsOneInputWhateverItContains() {
    assertThat(decode("\u001b[200~one\r\ntwo\rthree\u001b[31m\u0003\u001b[201~x"))
        .containsExactly(
            new KeyboardInput.Pasted("one\ntwo\nthree\u001b[31m\u0003"),
            new KeyboardInput.Pressed(KeyPress.of('x')));
  }

  @Test
  void aPasteWithoutEndIsDelivered() {
    assertThat(decode("\u001b[200~abc")).containsExactly(new KeyboardInput.Pasted("abc"));
  }

  @Test
  void twoEscapesAreTwoKeys() {
    KeyboardInput escape = new KeyboardInput.Pressed(KeyPress.of(KeyPress.Name.ESCAPE));
    assertThat(decode("\u001b\u001b")).containsExactly(escape, escape);
  }

  @Test
  void wordsOfKeysAreReadBack() {
    for (String words : List.of("Ctrl-R", "Alt-Enter", "Shift-Tab", "Page up", "a", "Ctrl-Alt-X")) {
      assertThat(KeyPress.named(words)).hasToString(words);
    }
  }

  @Test
  void anyBytesLeaveTheDecoderUsable() {
    java.util.Random random = new java.util.Random(7);
    KeyDecoder decoder = new KeyDecoder();
    for (int i = 0; i < 5000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      List<KeyboardInput> inputs = decoder.take(bytes, bytes.length);
      assertThat(inputs).doesNotContainNull();
      if (random.nextInt(10) == 0) {
        decoder.timeout();
      }
    }
    decoder.timeout();
    assertThat(decoder.take(new byte[] {'q'}, 1))
        .contains(new KeyboardInput.Pressed(KeyPress.of('q')));
  }
}
