// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What looks like an image in a request, and isn't there.
class AttachedImagesTest {
  private static Desk.Ran run(Desk desk, String request) {
    desk.home.write("script.json", "{\"turns\":[{\"text\":\"Done.\"}]}");
    return desk.writ("run", "--script", desk.home.path("script.json").toString(), request);
  }

  @ParameterizedTest
  @CsvSource({"why does @2x.png fail?, @2x.png", "see @shto.png, @shto.png"})
  void aWordThatIsNoFileIsSentAsOne(String request, String word) {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = run(desk, request);
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("writ: " + word + " is no file here; it is sent as a word");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "see @img/shto.png, there is no such file",
    "'see @\"shto.png\"', there is no such file",
    "see @../x.png, outside",
    "see @there.png, not a PNG",
  })
  void aPathThatCannotBeSentIsAnError(String request, String why) {
    try (Desk desk = new Desk()) {
      desk.workspace.write("there.png", "text");
      Desk.Ran ran = run(desk, request);
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains(why);
    }
  }
}
