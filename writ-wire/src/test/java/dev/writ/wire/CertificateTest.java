// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.http.NetworkSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Certificates of a known authority that don't fit all the same.
@Tag("slow")
final class CertificateTest {
  private static final String PASSWORD = "changeit";

  @TempDir Path home;

  private void keytool(String alias, String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", alias, "-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", home.resolve("keys.p12").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    byte[] output = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).as(new String(output, StandardCharsets.UTF_8)).isZero();
  }

  /// A server's keys, whose certificate an authority signed.
  ///
  /// @return the authority as PEM
  private String sign(String startDate, String names) throws Exception {
    String request = home.resolve("request").toString();
    String signed = home.resolve("signed").toString();
    String authority = home.resolve("authority").toString();
    keytool(
        "authority",
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=authority",
        "-ext",
        "bc=ca:true");
    keytool("authority", "-exportcert", "-rfc", "-file", authority);
    keytool("server", "-genkeypair", "-keyalg", "EC", "-dname", "CN=server");
    keytool("server", "-certreq", "-file", request);
    String[] signing = {
      "-gencert", "-infile", request, "-outfile", signed, "-startdate", startDate, "-validity", "2"
    };
    List<String> more = new ArrayList<>(List.of(signing));
    more.addAll(List.of("-ext", "SAN=" + names));
    keytool("authority", more.toArray(String[]::new));
    keytool("server", "-importcert", "-noprompt", "-file", signed);
    return Files.readString(Path.of(authority));
  }

  private SSLContext context() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(home.resolve("keys.p12"))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    keys.deleteEntry("authority");
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-10d|ip:127.0.0.1|its certificate has expired; the clock of this machine shows"
            + " 2026-01-18T08:13:00Z: check it",
        "+10d|ip:127.0.0.1|its certificate is not valid yet; the clock of this machine shows"
            + " 2026-01-18T08:13:00Z: check it",
        "-1d|dns:elsewhere.example|its certificate belongs to another host; check the address"
      })
  void whatDoesNotFitIsSaid(String startDate, String names, String message) throws Exception {
    String authority = sign(startDate, names);
    ServerSocket listener =
        context()
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    try (ScriptedModelServer server =
        ScriptedModelServer.startTls(Script.of(Spoken.WORK), listener)) {
      Model model =
          Spoken.OPENAI.open(
              server.url(),
              new NetworkSettings(
                  Map.of(),
                  List.of(authority),
                  Set.of(),
                  NetworkSettings.DEFAULT_CONNECT,
                  Spoken.LONG,
                  () -> Spoken.NOW));
      ModelReply reply = Spoken.ask(model);
      model.close();
      assertThat(reply)
          .isEqualTo(
              new ModelReply.FailedReply(
                  new ProviderError(
                      ProviderErrorKind.UNREACHABLE,
                      server.url() + " cannot be reached: " + message)));
      assertThat(server.requests()).isEmpty();
    }
  }
}
