// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The sources of keys, and the places that they must never reach.
class CredentialsTest {
  private static final String CANARY = "kanarienvogel-7f3a9c51d2e8";
  private static final PlainAnswer DONE = new PlainAnswer("All done.");

  /// A person's own program that keeps keys in files below the home.
  private static Desk withHelper() {
    Desk desk = new Desk();
    Path program = desk.home.path("helper");
    desk.home.write(
        "helper",
        """
        #!/bin/sh
        cd "$(dirname "$0")"
        echo "$@" >> helper-calls; env >> helper-environment
        case $1 in
          get) cat "kept-$2" 2>/dev/null ;;
          store) cat > "kept-$2" ;;
          erase) rm "kept-$2" ;;
        esac
        """);
    try {
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return desk.set("WRIT_CREDENTIALS_HELPER", program.toString()).set("PATH", "/usr/bin:/bin");
  }

  @Test
  void aKeyIsStoredFoundUsedAndForgotten() {
    try (Desk desk = withHelper();
        ScriptedModelServer server = ScriptedModelServer.start(DONE, DONE)) {
      Desk.Ran login = desk.input(CANARY + "\n").writ("auth", "login", "openai");
      assertThat(login.exit()).as(login.toString()).isEqualTo(ExitCode.DONE);
      assertThat(login.out()).contains("The key of openai is in the program");
      assertThat(desk.home.read("kept-openai")).isEqualTo(CANARY);
      assertThat(desk.writ("auth", "status").out())
          .contains("openai: key in the program", "mistral: no key; set MISTRAL_API_KEY");
      assertThat(desk.writ("auth", "status", "openai", "--json").out())
          .startsWith("[{\"provider\":\"openai\",\"key\":\"the program");

      desk.set("WRIT_PROVIDER", "openai").set("WRIT_MODEL", "scripted");
      desk.set("WRIT_ENDPOINT", server.url() + "/v1");
      assertThat(desk.writ("run", "Go").exit()).isEqualTo(ExitCode.DONE);
      assertThat(server.chats().getFirst().headers().toString()).contains("Bearer " + CANARY);

      assertThat(desk.writ("auth", "logout", "openai").out())
          .contains("is removed from the program");
      assertThat(desk.writ("auth", "logout", "openai").out()).contains("no stored key");
      assertThat(desk.writ("run", "Go").exit()).isEqualTo(ExitCode.DONE);
      assertThat(server.chats().getLast().headers().toString()).doesNotContain(CANARY);
    }
  }

  @Test
  void theEnvironmentGoesBeforeTheStore() {
    try (Desk desk = withHelper();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.home.write("kept-openai", "from-the-store");
      desk.set("OPENAI_API_KEY", "from-the-environment");
      desk.set("WRIT_PROVIDER", "openai").set("WRIT_MODEL", "scripted");
      desk.set("WRIT_ENDPOINT", server.url() + "/v1").writ("run", "Go");
      assertThat(server.chats().getFirst().headers().toString()).contains("from-the-environment");
      assertThat(Files.exists(desk.home.path("helper-calls"))).isFalse();
      assertThat(desk.writ("auth", "status", "openai").out())
          .contains("the environment variable OPENAI_API_KEY");
    }
  }

  @Test
  void aProviderThatOnlyAProjectChoseIsGivenNoStoredKey() {
    try (Desk desk = withHelper();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.home.write("kept-openai", CANARY);
      desk.workspace.write(
          ".writ.json", "{\"llm\": {\"provider\": \"openai\", \"model\": \"scripted\"}}");
      desk.set("WRIT_ENDPOINT", server.url() + "/v1").writ("run", "Go");
      assertThat(server.chats()).hasSize(1);
      assertThat(server.chats().getFirst().toString()).doesNotContain(CANARY);
      assertThat(Files.exists(desk.home.path("helper-calls"))).isFalse();
    }
  }

  @Tag("slow")
  @Test
  void anEncryptedFileIsTheAlternativeWithoutAKeyring() {
    try (Desk desk = new Desk().set("WRIT_CREDENTIALS_STORE", "file")) {
      Desk.Ran without = desk.input(CANARY + "\n").writ("auth", "login", "openai");
      assertThat(without.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(without.err()).contains("WRIT_PASSPHRASE").doesNotContain(CANARY);

      desk.set("WRIT_PASSPHRASE", "a long passphrase");
      assertThat(desk.writ("auth", "login", "openai").out()).contains("the encrypted file");
      assertThat(desk.writ("auth", "status", "openai").out()).contains("the encrypted file");
      desk.set("WRIT_PASSPHRASE", "another");
      Desk.Ran wrong = desk.writ("auth", "status", "openai");
      assertThat(wrong.err()).contains("passphrase is wrong");
      assertThat(wrong.out()).contains("no key");
      assertThat(canaries(desk)).isEmpty();
    }
  }

  @Test
  void withoutAnyStoreThePersonIsToldWhatToDo() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = desk.input(CANARY + "\n").writ("auth", "login", "openai");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).contains("no keyring", "credentials.store").doesNotContain(CANARY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "two words\n", "\"quoted\"\n", "a\u0007b\n"})
  void whatIsNoKeyIsNotStored(String typed) {
    try (Desk desk = withHelper()) {
      Desk.Ran ran = desk.input(typed).writ("auth", "login", "openai");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(Files.exists(desk.home.path("kept-openai"))).isFalse();
    }
  }

  /// Somebody who has only this line knows what to type next.
  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n"})
  void withoutAKeyTheMessageNamesTheProviderAndBothWaysToGiveOne(String typed) {
    try (Desk desk = withHelper()) {
      assertThat(desk.input(typed).writ("auth", "login", "openai").err())
          .contains("no key of openai was entered, so nothing is stored")
          .contains("type it at a terminal after writ auth login openai")
          .contains("writ auth login openai < FILE");
    }
  }

  /// The default provider's key comes from its variable only, so that no start asks a keyring.
  @Test
  void anOllamaOnThisMachineNeedsNoKey() {
    try (Desk desk = withHelper().set("WRIT_ENDPOINT", "http://127.0.0.1:1")) {
      String optional =
          "a server on this machine needs none; for one that wants a key set OLLAMA_API_KEY";
      assertThat(desk.writ("auth", "status", "ollama").out())
          .isEqualTo("ollama: no key; " + optional + "\n");
      assertThat(desk.writ("models", "--json").out())
          .contains("{\"provider\":\"ollama\",\"key\":\"not needed\"")
          .contains("{\"provider\":\"openai\",\"key\":\"set OPENAI_API_KEY\"");
      Desk.Ran login = desk.input(CANARY + "\n").writ("auth", "login", "ollama");
      assertThat(login.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(login.err()).contains("a key of ollama is not stored: " + optional);
      assertThat(desk.home.path("kept-ollama")).doesNotExist();
      assertThat(desk.set("OLLAMA_API_KEY", CANARY).writ("auth", "status", "ollama").out())
          .isEqualTo("ollama: key in the environment variable OLLAMA_API_KEY\n");
      assertThat(desk.writ("models", "--json").out())
          .contains("{\"provider\":\"ollama\",\"key\":\"found\"");
    }
  }

  @Test
  void toSignInToCopilotNeedsAClientIdFirst() {
    try (Desk desk = withHelper()) {
      assertThat(desk.writ("auth", "status", "copilot").out())
          .isEqualTo(
              "copilot: no key; set GITHUB_TOKEN, or set GITHUB_COPILOT_CLIENT_ID and sign in"
                  + " with: writ auth login copilot\n");
      assertThat(desk.writ("run", "-p", "copilot", "-m", "m", "Go").err())
          .contains("GITHUB_COPILOT_CLIENT_ID and sign in with: writ auth login copilot");
      assertThat(desk.set("GITHUB_COPILOT_CLIENT_ID", "Iv1.x").writ("auth", "status").out())
          .contains("copilot: no key; set GITHUB_TOKEN, or sign in with: writ auth login copilot");
    }
  }

  @Test
  void lineEndsAroundAKeyAreNotPartOfIt() {
    try (Desk desk = withHelper()) {
      desk.input("  " + CANARY + "\r\n").writ("auth", "login", "openai");
      assertThat(desk.home.read("kept-openai")).isEqualTo(CANARY);
    }
  }

  /// Models write there, and it is started outside of the sandbox.
  @ParameterizedTest
  @ValueSource(strings = {"helper", "./tools/helper", "link"})
  void aHelperInTheProjectIsNotStarted(String name) throws IOException {
    try (Desk desk = new Desk()) {
      Path program = desk.workspace.path("helper");
      Files.writeString(program, "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      Path link = Files.createSymbolicLink(desk.home.path("link"), program);
      String helper = name.equals("link") ? link.toString() : name;
      Desk.Ran ran = desk.set("WRIT_CREDENTIALS_HELPER", helper).writ("auth", "status");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("credentials.helper: ", "leads into the project", "move it");
      assertThat(desk.workspace.path("ran")).doesNotExist();
    }
  }

  /// Whoever can exchange it runs what they want as this person, outside of the sandbox.
  @ParameterizedTest
  @ValueSource(strings = {"tools/helper", "tools"})
  void aHelperThatOthersCouldExchangeIsNotStarted(String open) throws IOException {
    try (Desk desk = new Desk()) {
      desk.home.write("tools/helper", "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n");
      Path program = desk.home.path("tools/helper");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      Path place = desk.home.path(open);
      Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
      Desk.Ran ran = desk.set("WRIT_CREDENTIALS_HELPER", program.toString()).writ("auth", "status");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains("credentials.helper: " + place + " can be written by every user", "chmod go-w");
      assertThat(desk.home.path("tools/ran")).doesNotExist();
    }
  }

  @Test
  void anUnknownProviderIsAnErrorThatNamesTheNearest() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = desk.writ("auth", "login", "opnai");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("did you mean openai?");
      assertThat(desk.writ("auth", "login").exit()).isEqualTo(ExitCode.USAGE);
      assertThat(desk.set("WRIT_CREDENTIALS_STORE", "vault").writ("auth", "status").err())
          .contains("credentials.store: auto, keyring, file, helper or none");
    }
  }

  /// The places of a planted key.
  enum Source {
    VARIABLE,
    OTHER_PROVIDERS_VARIABLE,
    CONFIGURATION,
    CONFIGURATION_VARIABLE,
    HELPER,
    ENCRYPTED_FILE;

    Desk plant() {
      Desk desk = this == HELPER ? withHelper() : new Desk().set("PATH", "/usr/bin:/bin");
      switch (this) {
        case VARIABLE -> desk.set("OPENAI_API_KEY", CANARY);
        case OTHER_PROVIDERS_VARIABLE -> desk.set("MISTRAL_API_KEY", CANARY);
        case CONFIGURATION ->
            desk.home.write(".writ.json", "{\"llm\": {\"api_key\": \"" + CANARY + "\"}}");
        case CONFIGURATION_VARIABLE -> desk.set("WRIT_LLM_API_KEY", CANARY);
        case HELPER -> desk.home.write("kept-openai", CANARY);
        case ENCRYPTED_FILE -> {
          desk.set("WRIT_CREDENTIALS_STORE", "file").set("WRIT_PASSPHRASE", CANARY + "-phrase");
          desk.input(CANARY + "\n").writ("auth", "login", "openai");
          desk.input("");
        }
      }
      return desk.set("WRIT_PROVIDER", "openai").set("WRIT_MODEL", "scripted");
    }
  }

  /// The files in which the canary is, besides those where it was planted.
  private static List<String> canaries(Desk desk) {
    List<String> found = new ArrayList<>();
    for (Path root : List.of(desk.home.root(), desk.workspace.root())) {
      for (Path file : Desk.files(root)) {
        String name = root.relativize(file).toString();
        boolean planted = name.equals(".writ.json") || name.equals("kept-openai");
        try {
          String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
          if (!planted && bytes.contains(CANARY)) {
            found.add(name);
          }
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }
    return found;
  }

  /// Runs a session that does everything by which a key could get out: a child's environment, a
  /// file, a server that quotes the key, a recording, and the commands that print settings.
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Source.class)
  void aPlantedKeyIsFoundNowhereElse(Source source) {
    PlainAnswer acts =
        new PlainAnswer(
            "",
            new ScriptedCall("run_command", "{\"command\":\"env\"}"),
            new ScriptedCall("write_file", "{\"path\":\"a.txt\",\"content\":\"x\"}"));
    try (Desk desk = source.plant();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                acts, DONE, new FaultyAnswer(AnswerFault.ECHO_KEY, 0, DONE))) {
      desk.set("WRIT_ENDPOINT", server.url() + "/v1");
      List<Desk.Ran> runs = new ArrayList<>();
      runs.add(
          desk.writ(
              "run",
              "--output",
              "stream-json",
              "--execution",
              "full_autonomous",
              "--allow-dangerous",
              "--no-sandbox",
              "--record",
              "script.json",
              "Go"));
      runs.add(desk.writ("run", "Go"));
      runs.add(desk.writ("config", "show", "--origin"));
      runs.add(desk.writ("auth", "status"));
      runs.add(desk.writ("models", "--json"));
      runs.add(desk.writ("trace", "show", "--json"));
      runs.add(desk.writ("audit", "show", "--json"));
      runs.add(desk.input("/provider list\n/provider current\n/quit\n").writ("chat"));

      boolean used = source != Source.OTHER_PROVIDERS_VARIABLE;
      assertThat(server.chats().getFirst().headers().toString().contains(CANARY)).isEqualTo(used);
      assertThat(server.chats()).hasSizeGreaterThan(2);
      assertThat(server.chats()).noneMatch(chat -> chat.body().contains(CANARY));
      assertThat(server.chats().get(1).body())
          .contains("PATH=")
          .doesNotContain(SecretMasker.MASK); // the child had no key in the first place
      assertThat(desk.workspace.read("a.txt")).isEqualTo("x");
      assertThat(runs).noneMatch(ran -> ran.toString().contains(CANARY));
      assertThat(canaries(desk)).isEmpty();
    }
  }
}
