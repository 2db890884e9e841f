// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PastedImageTest {
  private static final Set<Path> FILES =
      Set.of(
          Path.of("/w/p/shot.png"),
          Path.of("/w/p/a b/my shot.JPEG"),
          Path.of("/home/me/pic.webp"),
          Path.of("/w/p/notes.txt"),
          Path.of("/w/p/it's.gif"),
          Path.of("/w/p/a\"b.png"));

  private static String pasted(String text) {
    return new PastedImage(Path.of("/w/p"), Path.of("/home/me"), FILES::contains).apply(text);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "/w/p/shot.png|@shot.png ",
        " /w/p/shot.png |@shot.png ",
        "'/w/p/shot.png'|@shot.png ",
        "./shot.png|@shot.png ",
        "shot.png|@shot.png ",
        "/w/p/a\\ b/my\\ shot.JPEG|@\"a b/my shot.JPEG\" ",
        "\"/w/p/a b/my shot.JPEG\"|@\"a b/my shot.JPEG\" ",
        "/w/p/a b/my shot.JPEG|@\"a b/my shot.JPEG\" ",
        "file:///w/p/a%20b/my%20shot.JPEG|@\"a b/my shot.JPEG\" ",
        "/w/p/it\\'s.gif|@it's.gif ",
        "~/pic.webp|@/home/me/pic.webp ",
      })
  void thePathOfAnImageBecomesItsMention(String text, String mention) {
    assertThat(pasted(text)).isEqualTo(mention);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "'",
        "\\",
        "/w/p/notes.txt",
        "/w/p/none.png",
        "look at /w/p/shot.png",
        "/w/p/shot.png\n/w/p/shot.png",
        "file://elsewhere/w/p/shot.png",
        "file://%zz.png",
        "a\u0000.png",
        "/w/p/a\"b.png",
      })
  void anyOtherTextStaysAsItIs(String text) {
    assertThat(pasted(text)).isEqualTo(text);
  }
}
