// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The stores for machines without a Secret Service.
class KeyStoresTest {
  private static final String KEY = "sk-canary-0123456789";

  @TempDir Path home;

  private KeyFile file(String passphrase) {
    return new KeyFile(home.resolve("keys"), () -> Optional.of(passphrase.toCharArray()), 1000);
  }

  @Test
  void aFileGivesBackWhatItWasGivenAndHoldsNothingReadable() throws Exception {
    KeyFile file = file("correct horse");
    assertThat(file.find("openai")).isEmpty();
    file.store("openai", KEY.toCharArray());
    file.store("mistral", "another".toCharArray());

    assertThat(file.find("openai").map(String::new)).contains(KEY);
    assertThat(Files.readString(home.resolve("keys"))).doesNotContain("canary", "openai");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("keys"))))
        .isEqualTo("rw-------");
    assertThat(file.remove("openai")).isTrue();
    assertThat(file.remove("openai")).isFalse();
    assertThat(file.find("mistral")).isPresent();
    try (var left = Files.list(home)) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void aWrongPassphraseAndAChangedFileAreErrors() throws Exception {
    file("right").store("openai", KEY.toCharArray());
    assertThatThrownBy(() -> file("wrong").find("openai"))
        .isInstanceOf(KeyringException.class)
        .hasMessageContaining("passphrase is wrong");
    assertThatThrownBy(() -> file("").find("openai")).hasMessageContaining("WRIT_PASSPHRASE");
    assertThatThrownBy(() -> file("wrong").store("openai", KEY.toCharArray()))
        .isInstanceOf(KeyringException.class);

    Path path = home.resolve("keys");
    Files.writeString(path, Files.readString(path).replace(":1000,", ":1001,"));
    assertThatThrownBy(() -> file("right").find("openai")).isInstanceOf(KeyringException.class);
    Files.writeString(path, Files.readString(path).replace(":1001,", ":1,"));
    assertThatThrownBy(() -> file("right").find("openai")).hasMessageContaining("form");
    Files.writeString(path, "{");
    assertThatThrownBy(() -> file("right").find("openai")).hasMessageContaining("cannot be read");
  }

  /// A program that keeps keys in files, and writes down how it was called.
  private String program(String script) throws IOException {
    Path program = home.resolve("program");
    Files.writeString(program, "#!/bin/sh\ncd '" + home + "'\necho \"$@\" >> calls\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program.toString();
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", home.resolve("project/bin") + ":/usr/bin:/bin");
    environment.put("OPENAI_API_KEY", KEY);
    return environment;
  }

  @Test
  void aProgramOfThePersonsOwnKeepsKeys() throws Exception {
    String program =
        program(
            """
            env > environment
            echo "$OLDPWD" > started
            case $1 in
              get) cat "kept-$2" 2>/dev/null ;;
              store) cat > "kept-$2" ;;
              erase) rm "kept-$2" ;;
            esac
            """);
    KeyProgram helper = KeyProgram.helper(program, environment(), home.resolve("project"));
    assertThat(helper.find("openai")).isEmpty();
    helper.store("openai", KEY.toCharArray());
    assertThat(helper.find("openai").map(String::new)).contains(KEY);
    assertThat(helper.remove("openai")).isTrue();
    assertThat(helper.find("openai")).isEmpty();
    assertThat(helper.remove("openai")).isFalse();
    assertThat(Files.readString(home.resolve("calls"))).doesNotContain("canary");
    assertThat(Files.readString(home.resolve("environment")))
        .contains("PATH=/usr/bin:/bin\n")
        .doesNotContain("canary");
    assertThat(Files.readString(home.resolve("started"))).isEqualTo("/\n"); // not in the project
  }

  @Test
  void theKeychainGetsKeysOverItsStandardInput() throws Exception {
    String security =
        program(
            """
            case $1 in
              -i) cat > line; sed 's/.*-w "\\(.*\\)"/\\1/' line > kept ;;
              find-generic-password) cat kept 2>/dev/null || exit 44 ;;
              delete-generic-password) rm kept ;;
            esac
            """);
    KeyProgram keychain = KeyProgram.keychain(security, environment());
    assertThat(keychain.find("openai")).isEmpty();
    keychain.store("openai", KEY.toCharArray());
    assertThat(Files.readString(home.resolve("line")))
        .isEqualTo("add-generic-password -U -s writ -a openai -w \"" + KEY + "\"\n");
    assertThat(keychain.find("openai").map(String::new)).contains(KEY);
    assertThat(keychain.remove("openai")).isTrue();
    assertThat(Files.readString(home.resolve("calls"))).doesNotContain("canary");
    assertThatThrownBy(() -> keychain.store("openai", "a\"; x".toCharArray()))
        .isInstanceOf(KeyringException.class);
  }

  @Test
  void aProgramThatForgetsIsNotBelieved() throws Exception {
    KeyProgram helper =
        KeyProgram.helper(program("exit 0\n"), environment(), home.resolve("project"));
    assertThatThrownBy(() -> helper.store("openai", KEY.toCharArray()))
        .isInstanceOf(KeyringException.class)
        .hasMessageContaining("does not return")
        .hasMessageNotContaining("canary");
    KeyProgram gone =
        KeyProgram.helper(home.resolve("gone").toString(), environment(), home.resolve("project"));
    assertThatThrownBy(() -> gone.find("openai")).hasMessageContaining("cannot be started");
  }
}
