// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The network reach of commands, with a registry on this machine's loopback. The build tool is a
/// script under a name that a pack describes, so that nothing need be installed.
class NetworkTest {
  private static final Pattern DIGEST = Pattern.compile("\"digest\":\"(sha256:[0-9a-f]+)\"");

  /// Asks the proxy for what the hosts of its arguments have, one after the other, as a build does
  /// that lacks something.
  private static final String GET =
      """
      get() { perl -e 'use Socket; $| = 1;
      my ($h, $p) = $ENV{http_proxy} =~ m{//(.*):(\\d+)} or die "no proxy\\n";
      socket(S, AF_INET, SOCK_STREAM, 0) or die "socket: $!\\n";
      connect(S, sockaddr_in($p, inet_aton($h))) or die "connect: $!\\n";
      syswrite(S, "GET http://$ARGV[0]/jar HTTP/1.1\\r\\n\\r\\n");
      while (sysread(S, my $a, 1000)) { print $a }' $1; }
      """;

  @TempDir Path directory;
  private ServerSocket registry;
  private String host;
  private final List<Approver.Question> questions = new ArrayList<>();
  private final List<String> served = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws IOException {
    registry = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
    host = "127.0.0.1:" + registry.getLocalPort();
    Thread.ofVirtual().start(this::serve);
  }

  private void serve() {
    while (true) {
      try (Socket client = registry.accept()) {
        BufferedReader head =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        served.add(head.readLine());
        while (!head.readLine().isEmpty()) {
          // Only the first line matters.
        }
        String body = "what was missing\n";
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      } catch (IOException _) {
        return; // closed
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    registry.close();
  }

  private Door door(String network, Consumer<Door.Setup> otherwise) throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.environment = Map.of("HOME", directory.resolve("home").toString());
              otherwise.accept(setup);
            });
    String text =
        "authority: {level: scoped_commands, allowed_bins: [./mvnw, git, touch], network: %s}\n"
            .formatted(network);
    door.file(AuthorityFile.PATH, text);
    door.governor.authority().confirm(text, "me");
    return door;
  }

  private void answering(
      Door.Setup setup, String sandbox, Function<Approver.Question, Approver.Answer> answer) {
    setup.rules = Door.under(sandbox);
    setup.approver =
        question -> {
          questions.add(question);
          return answer.apply(question);
        };
  }

  private static Approver.Answer yes(Approver.Question question) {
    return new Approver.Answer.Yes(question.digest());
  }

  private static void builds(Door door, String script) {
    door.file("mvnw", "#!/bin/sh\n" + GET + script + "\n").toFile().setExecutable(true);
  }

  private static CallAnswer run(Door door, String command) {
    CallAnswer callAnswer = door.call("run_command", "command", command, "timeout", 20);
    if (Door.code(callAnswer).equals("SANDBOX_UNAVAILABLE")) {
      abort(callAnswer.result().content());
    }
    return callAnswer;
  }

  private static List<String> digests(Door door) {
    return DIGEST.matcher(door.audit()).results().map(found -> found.group(1)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aHostThatIsMissingIsAskedForAndThenReached(String sandbox) throws Exception {
    Files.createDirectories(directory.resolve("home/.m2"));
    try (Door door = door("deny", setup -> answering(setup, sandbox, NetworkTest::yes))) {
      builds(door, "get " + host + " > ~/.m2/repository/jar || get " + host);

      CallAnswer callAnswer = run(door, "./mvnw package");

      assertThat(Door.code(callAnswer)).as(callAnswer.result().content()).isEqualTo("ok");
      assertThat(callAnswer.result().metadata().number("exit_code")).hasValue(0);
      assertThat(directory.resolve("home/.m2/repository/jar"))
          .content()
          .endsWith("what was missing\n");
      assertThat(questions).hasSize(1);
      assertThat(questions.getFirst().act().consequences())
          .contains("writes ~/.m2/repository")
          .doesNotContain("reaches " + host);
      assertThat(questions.getFirst().reasons())
          .containsExactly("the command needs the network: " + host);
      assertThat(digests(door)).hasSize(2).doesNotHaveDuplicates();
      assertThat(door.governor.audit().open()).isEmpty();
    }
    assertThat(served).containsExactly("GET /jar HTTP/1.1");
  }

  /// As of a person whose disk for the home directory is small.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aStoreMayBeALinkToAnotherPlace(String sandbox) throws Exception {
    Path store = Files.createDirectories(directory.resolve("large/repository"));
    Files.writeString(store.resolve("old"), "kept\n");
    Files.createDirectories(directory.resolve("home/.m2"));
    Files.createSymbolicLink(directory.resolve("home/.m2/repository"), store);
    try (Door door = door("deny", setup -> answering(setup, sandbox, NetworkTest::yes))) {
      builds(
          door, "cat ~/.m2/repository/old; get " + host + " > ~/.m2/repository/jar || get " + host);

      CallAnswer callAnswer = run(door, "./mvnw package");

      assertThat(callAnswer.result().content()).contains("kept\n");
      assertThat(store.resolve("jar")).content().endsWith("what was missing\n");
    }
  }

  /// A link to more than a store shows nothing.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aStoreThatLeadsToTheHomeDirectoryIsNotShown(String sandbox) throws Exception {
    Files.createDirectories(directory.resolve("home/.m2"));
    Files.writeString(directory.resolve("home/diary"), "private\n");
    Files.createSymbolicLink(directory.resolve("home/.m2/repository"), directory.resolve("home"));
    try (Door door = door("deny", setup -> answering(setup, sandbox, NetworkTest::yes))) {
      builds(door, "cat ~/.m2/repository/diary");

      assertThat(run(door, "./mvnw package").result().content()).doesNotContain("private");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatTheBuildToolObeysIsNotWritableEvenThen(String sandbox) throws Exception {
    Path settings = directory.resolve("home/.m2/settings.xml");
    Files.createDirectories(settings.getParent());
    Files.writeString(settings, "<settings/>");
    try (Door door = door("deny", setup -> answering(setup, sandbox, NetworkTest::yes))) {
      builds(door, "get " + host + "; cat ~/.m2/settings.xml; echo x > ~/.m2/settings.xml");

      assertThat(run(door, "./mvnw package").result().content()).contains("<settings/>");
    }
    assertThat(settings).hasContent("<settings/>");
  }

  @Test
  void aPersonsNoIsTheEnd() throws Exception {
    try (Door door =
        door(
            "deny",
            setup -> answering(setup, "auto", _ -> new Approver.Answer.No("not from there")))) {
      builds(door, "get " + host + "; touch late");

      CallAnswer callAnswer = run(door, "./mvnw package");

      assertThat(Door.code(callAnswer)).isEqualTo("APPROVAL_REJECTED");
      assertThat(callAnswer.result().content())
          .contains("The network refused " + host)
          .contains("not from there");
      assertThat(callAnswer.denied()).isTrue();
      assertThat(door.audit()).contains("\"verdict\":\"allow\"").contains("\"verdict\":\"deny\"");
      assertThat(digests(door)).hasSize(2).doesNotHaveDuplicates();
      assertThat(door.root.resolve("late")).doesNotExist();
    }
    assertThat(served).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RESTRICTED_AUTONOMOUS", "FULL_AUTONOMOUS"})
  void withNobodyThereABuildGoesOnAndSaysWhatItLacked(ExecutionMode execution) throws Exception {
    Path store = Files.createDirectories(directory.resolve("home/.m2/repository"));
    try (Door door = door("deny", setup -> setup.execution = execution)) {
      builds(door, "echo x > ~/.m2/repository/x; get " + host + "; echo and on");

      CallAnswer callAnswer = run(door, "./mvnw package");

      assertThat(callAnswer.result().content())
          .contains("[the network refused " + host + "]")
          .contains("network: allowlist")
          .contains("and on");
    }
    assertThat(store).isEmptyDirectory();
    assertThat(served).isEmpty();
  }

  @Test
  void whatAProjectGrantsIsReachedWithoutAQuestion() throws Exception {
    try (Door door = door("{allowlist: ['" + host + "', '*.example.org']}", _ -> {})) {
      builds(door, "get " + host + "; echo $MAVEN_OPTS");

      assertThat(run(door, "./mvnw package").result().content())
          .contains("what was missing")
          .contains("-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128");
      assertThat(door.audit()).contains("\"MAVEN_OPTS\"").contains("*.example.org");
      assertThat(Door.code(run(door, "git ls-remote http://" + host + "/a"))).isEqualTo("ok");
      assertThat(Door.code(run(door, "git ls-remote http://other.example/a")))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void aHostThatTheCommandNamesIsAskedForAtOnce() throws Exception {
    try (Door door = door("deny", setup -> answering(setup, "auto", NetworkTest::yes))) {
      run(door, "git ls-remote http://" + host + "/a");

      assertThat(questions).hasSize(1);
      assertThat(questions.getFirst().reasons())
          .containsExactly("the command needs the network: " + host);
    }
    assertThat(served).isNotEmpty();
  }

  @Test
  void nobodyIsAskedInFullAutonomy() throws Exception {
    try (Door door =
        door(
            "deny",
            setup -> {
              answering(setup, "auto", NetworkTest::yes);
              setup.execution = ExecutionMode.FULL_AUTONOMOUS;
            })) {
      assertThat(Door.code(run(door, "git ls-remote http://" + host + "/a")))
          .isEqualTo("AUTHORITY_DENIED");
      builds(door, "get " + host);
      assertThat(Door.code(run(door, "./mvnw package"))).isEqualTo("ok");
    }
    assertThat(questions).isEmpty();
    assertThat(served).isEmpty();
  }

  @Test
  void aCommandThatWantsOneHostAfterTheOtherIsNotRunForEver() throws Exception {
    try (Door door = door("deny", setup -> answering(setup, "auto", NetworkTest::yes))) {
      builds(door, "for i in 1 2 3 4 5 6 7; do get 127.0.0.1:$i; done");

      CallAnswer callAnswer = run(door, "./mvnw package");

      assertThat(questions).hasSize(4);
      assertThat(questions.getLast().act().details())
          .contains("reach 127.0.0.1:1", "reach 127.0.0.1:4")
          .doesNotContain("reach 127.0.0.1:5");
      assertThat(callAnswer.result().content()).contains("the network refused 127.0.0.1:5");
    }
  }

  @Test
  void whatWasDoneBeforeIsNotDoneAgain() throws Exception {
    try (Door door = door("deny", setup -> answering(setup, "auto", NetworkTest::yes))) {
      builds(door, "get " + host);

      CallAnswer callAnswer = run(door, "touch once && ./mvnw package && touch after");

      assertThat(questions).isEmpty();
      assertThat(callAnswer.result().content())
          .contains("the network refused " + host)
          .contains("run it alone");
      assertThat(door.root.resolve("after")).doesNotExist();
    }
  }

  @Test
  void aCommandInTheBackgroundIsNotEndedForAHost() throws Exception {
    try (Door door = door("deny", setup -> answering(setup, "auto", NetworkTest::yes))) {
      builds(door, "get " + host + "; echo and on");

      String started = door.text("run_background", "command", "./mvnw package");
      Matcher id = Pattern.compile("\\bb\\d+\\b").matcher(started);

      assertThat(id.find()).as(started).isTrue();
      StringBuilder said = new StringBuilder();
      for (int n = 0; n < 20 && said.indexOf("the network refused " + host) < 0; n++) {
        said.append(door.text("command_output", "id", id.group(), "wait", 20));
      }
      assertThat(said).contains("and on").contains("the network refused " + host);
      assertThat(questions).isEmpty();
    }
  }

  @Test
  void localhostIsTheCommandsOwn() throws Exception {
    String own =
        "perl -e 'use Socket; socket(S, AF_INET, SOCK_STREAM, 0) or die;"
            + " bind(S, sockaddr_in(0, INADDR_LOOPBACK)) or die; listen(S, 1);"
            + " my ($p) = sockaddr_in(getsockname(S)); socket(C, AF_INET, SOCK_STREAM, 0);"
            + " connect(C, sockaddr_in($p, INADDR_LOOPBACK)) or die; print qq(own)'";
    try (Door door = door("localhost", setup -> setup.rules = Door.under("namespaces"))) {
      builds(door, own);

      assertThat(run(door, "./mvnw package").result().content()).isEqualTo("own");
      assertThat(door.audit()).contains("\"network\":\"localhost\"");
    }
    try (Door door = door("localhost", setup -> setup.rules = Door.under("landlock"))) {
      builds(door, own);

      assertThat(door.code("run_command", "command", "./mvnw package"))
          .isEqualTo("SANDBOX_UNAVAILABLE");
    }
  }
}
