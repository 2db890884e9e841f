// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.app.cli.UsageException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Nobody else may write where Writ keeps what it obeys.
class PersonDirectoriesTest {
  @TempDir Path home;

  private ProcessContext context() {
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    return new ProcessContext(Map.of(), home, home, InputStream.nullInputStream(), out, out);
  }

  private Path file(String name) throws Exception {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".config",
        ".config/writ",
        ".config/writ/config.yaml",
        ".config/writ/providers.json",
        ".config/writ/models.json",
        ".config/writ/keys.yaml",
        ".config/writ/commands/fix.md",
        ".writ.json",
        ".writ",
        ".writ/audit.jsonl"
      })
  void whatEverybodyCanWriteIsRefusedWithTheRemedy(String name) throws Exception {
    for (String each : List.of("config.yaml", "providers.json", "models.json", "keys.yaml")) {
      file(".config/writ/" + each);
    }
    file(".config/writ/commands/fix.md");
    file(".writ.json");
    file(".writ/audit.jsonl");
    assertThatCode(() -> PersonDirectories.demandOwn(context())).doesNotThrowAnyException();

    Files.setPosixFilePermissions(home.resolve(name), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> PersonDirectories.demandOwn(context()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(home.resolve(name) + " can be written by every user")
        .hasMessageContaining("chmod go-w");
  }

  /// A group of more than one person is somebody else, too; a directory above that is sticky keeps
  /// what is in it.
  @Test
  void whatAGroupCanWriteIsRefused() throws Exception {
    file(".config/writ/providers.json");
    Path place = home.resolve(".config/writ/providers.json");
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rw-rw-r--"));
    int own = (int) Files.getAttribute(place, "unix:uid");
    assumeTrue(own == 0, "needs root");
    Files.setAttribute(place, "unix:gid", own);
    assertThatCode(() -> PersonDirectories.demandOwn(context())).doesNotThrowAnyException();

    Files.setAttribute(place, "unix:gid", 4321);
    assertThatThrownBy(() -> PersonDirectories.demandOwn(context()))
        .hasMessageContaining(place + " can be written by its group");

    Files.setAttribute(place, "unix:gid", own);
    Files.setAttribute(home, "unix:mode", 01777);
    assertThatCode(() -> PersonDirectories.demandOwn(context())).doesNotThrowAnyException();
    Files.setAttribute(home.resolve(".config"), "unix:mode", 0777);
    assertThatThrownBy(() -> PersonDirectories.demandOwn(context()))
        .hasMessageContaining(home.resolve(".config") + " can be written by every user");
  }

  @Test
  void whatIsAnotherUsersIsRefusedButForRoot() throws Exception {
    file(".writ/x");
    Path place = home.resolve(".writ");
    int own = (int) Files.getAttribute(place, "unix:uid");
    assertThat(PersonDirectories.problem(place, own)).isEmpty();
    assertThat(PersonDirectories.problem(place, 0)).isEmpty();
    assumeTrue(own == 0, "needs root");
    assertThat(PersonDirectories.problem(place, 4321)).isEmpty(); // root's: as in a container

    Files.setAttribute(place, "unix:uid", 1234);

    assertThat(PersonDirectories.problem(place, 0)).isEmpty();
    assertThat(PersonDirectories.problem(place, 1234)).isEmpty();
    assertThat(PersonDirectories.problem(place, 4321).orElseThrow())
        .contains(place + " belongs to another user (number 1234)", "chown");
  }

  /// The program, a script that it is given, and each directory and link on the way to them.
  @ParameterizedTest
  @CsvSource({
    "tools/p,      tools/p",
    "tools,        tools/p",
    "tools/in,     tools/in/p",
    "tools,        link",
    "tools/p,      link",
    "links,        links/p",
    "tools/p,      links/p"
  })
  void whatOthersCouldExchangeIsNotStarted(String open, String program) throws Exception {
    file("tools/p");
    file("tools/in/p");
    Files.createSymbolicLink(home.resolve("link"), home.resolve("tools/p"));
    Files.createDirectory(home.resolve("links"));
    Files.createSymbolicLink(home.resolve("links/p"), Path.of("../tools/p"));
    List<String> words = List.of("/bin/sh", "-e", home.resolve(program).toString());
    assertThat(PersonDirectories.exchangeable(words)).isEmpty();

    Files.setPosixFilePermissions(home.resolve(open), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(PersonDirectories.exchangeable(words).orElseThrow())
        .startsWith(home.resolve(open) + " can be written by every user, who could exchange")
        .endsWith("chmod go-w '%s'".formatted(home.resolve(open)));
  }

  @Test
  void aStickyDirectoryKeepsWhatIsInIt() throws Exception {
    file("tools/p");
    Files.setAttribute(home.resolve("tools"), "unix:mode", 01777);

    assertThat(PersonDirectories.exchangeable(List.of(home.resolve("tools/p").toString())))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none/p", "loop/p"})
  void whatCantBeLookedAtIsToldWhereItIsStarted(String program) throws Exception {
    Files.createSymbolicLink(home.resolve("loop"), home.resolve("loop"));

    assertThat(PersonDirectories.exchangeable(List.of(home.resolve(program).toString()))).isEmpty();
  }
}
