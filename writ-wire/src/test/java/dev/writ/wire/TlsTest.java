// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import dev.writ.wire.http.NetworkSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The same discipline where the JDK's client is under it.
final class TlsTest {
  private static final String PASSWORD = "changeit";

  private static TemporaryWorkspace workspace;
  private static SSLContext context;
  private static String authority;

  @BeforeAll
  static void makeCertificate() throws IOException, InterruptedException, GeneralSecurityException {
    workspace = TemporaryWorkspace.empty();
    Path store = workspace.path("server.p12");
    Path exported = workspace.path("authority.pem");
    keytool(
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-validity",
        "2",
        "-ext",
        "SAN=ip:127.0.0.1,dns:localhost",
        "-keystore",
        store.toString());
    keytool("-exportcert", "-rfc", "-file", exported.toString(), "-keystore", store.toString());
    authority = Files.readString(exported);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
  }

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "server", "-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    byte[] output = process.getInputStream().readAllBytes();
    assertThat(process.waitFor())
        .as("%s", new String(output, java.nio.charset.StandardCharsets.UTF_8))
        .isZero();
  }

  @AfterAll
  static void removeCertificate() {
    workspace.close();
  }

  private static ScriptedModelServer start(ScriptTurn... turns) throws IOException {
    ServerSocket listener =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    return ScriptedModelServer.startTls(Script.of(turns), listener);
  }

  private static Model open(Spoken spoken, ScriptedModelServer server, Duration idle) {
    return spoken.open(
        server.url(),
        new NetworkSettings(
            Map.of(),
            List.of(authority),
            Set.of(),
            NetworkSettings.DEFAULT_CONNECT,
            idle,
            InstantSource.fixed(Spoken.NOW)));
  }

  @ParameterizedTest
  @EnumSource
  void connectionsAreUsedAgain(Spoken spoken) throws IOException, InterruptedException {
    int requests = 10;
    List<ScriptTurn> turns = new ArrayList<>(Collections.nCopies(requests, Spoken.WORK));
    turns.add(new FaultyAnswer(AnswerFault.GZIP, 0, Spoken.WORK));
    turns.add(new ErrorStatus(429, "3", "slow"));
    try (ScriptedModelServer server = start(turns.toArray(ScriptTurn[]::new))) {
      Model model = open(spoken, server, Spoken.LONG);
      for (int i = 0; i <= requests; i++) {
        assertThat(Spoken.ask(model)).isInstanceOf(ModelReply.Complete.class);
      }
      assertThat(kind(Spoken.ask(model))).isEqualTo(ProviderErrorKind.RATE_LIMITED);
      model.close();
      server.assertClean();
      // The end of an answer may still be on its way when the next request begins.
      assertThat(server.connections()).isLessThan(requests);
    }
  }

  private static ProviderErrorKind kind(ModelReply reply) {
    assertThat(reply).isInstanceOf(ModelReply.FailedReply.class);
    return ((ModelReply.FailedReply) reply).trouble().kind();
  }

  @Test
  void strangersAreNotTrusted() throws IOException, InterruptedException {
    try (ScriptedModelServer server = start(Spoken.WORK)) {
      Model model = Spoken.OPENAI.open(server.url(), Spoken.network(Spoken.LONG));
      assertThat(Spoken.ask(model))
          .isEqualTo(
              new ModelReply.FailedReply(
                  new ModelReply.ProviderError(
                      ProviderErrorKind.UNREACHABLE,
                      server.url()
                          + " cannot be reached: its certificate is signed by an unknown"
                          + " authority; if the authority is your own, add its file to"
                          + " llm.ca_files")));
      model.close();
      assertThat(server.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"CUT_FIN,-1", "CUT_FIN,0", "CUT_FIN,400", "CUT_RST,-1", "CUT_RST,0", "CUT_RST,400"})
  void nothingOfACutAnswerCounts(AnswerFault how, int after)
      throws IOException, InterruptedException {
    for (Spoken spoken : Spoken.values()) {
      try (ScriptedModelServer server = start(new FaultyAnswer(how, after, Spoken.WORK))) {
        Model model = open(spoken, server, Spoken.LONG);
        assertThat(kind(Spoken.ask(model))).isEqualTo(ProviderErrorKind.CUT);
        model.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 400})
  void silenceEndsTheRequest(int after) throws IOException, InterruptedException, TimeoutException {
    try (ScriptedModelServer server =
        start(new FaultyAnswer(AnswerFault.STALL, after, Spoken.WORK))) {
      Model model = open(Spoken.OPENAI, server, Duration.ofMillis(300));
      assertThat(kind(Spoken.ask(model))).isEqualTo(ProviderErrorKind.TIMEOUT);
      server.awaitGone(1);
      model.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 400})
  void interruptionClosesTheSocketAtOnce(int after)
      throws IOException, InterruptedException, TimeoutException {
    try (ScriptedModelServer server =
        start(new FaultyAnswer(AnswerFault.STALL, after, Spoken.WORK))) {
      Model model = open(Spoken.OPENAI, server, Spoken.LONG);
      AtomicReference<Object> outcome = new AtomicReference<>();
      CountDownLatch streaming = new CountDownLatch(after > 0 ? 1 : 0);
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      outcome.set(Spoken.ask(model, _ -> streaming.countDown()));
                    } catch (InterruptedException e) {
                      outcome.set(e);
                    }
                  });
      server.awaitRequests(1);
      assertThat(streaming.await(10, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
      server.awaitGone(1);
      assertThat(thread.join(Duration.ofSeconds(5))).isTrue();
      assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
      model.close();
    }
  }

  @Test
  void closingEndsWhatIsBusy() throws IOException, InterruptedException, TimeoutException {
    try (ScriptedModelServer server =
        start(new FaultyAnswer(AnswerFault.STALL, 0, new PlainAnswer("never")))) {
      Model model = open(Spoken.OPENAI, server, Spoken.LONG);
      AtomicReference<ModelReply> outcome = new AtomicReference<>();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      outcome.set(Spoken.ask(model));
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      server.awaitRequests(1);
      model.close();
      assertThat(thread.join(Duration.ofSeconds(5))).isTrue();
      assertThat(kind(outcome.get())).isEqualTo(ProviderErrorKind.CUT);
    }
  }
}
