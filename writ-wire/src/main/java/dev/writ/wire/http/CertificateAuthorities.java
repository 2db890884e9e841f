// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Certificate authorities of the person's own, besides the JDK's.
final class CertificateAuthorities {
  private CertificateAuthorities() {}

  /// TLS that trusts the JDK's authorities and those in these PEM texts.
  static SSLContext trusting(List<String> texts) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (TrustManager manager : managers(null)) {
        if (manager instanceof X509TrustManager known) {
          for (X509Certificate certificate : known.getAcceptedIssuers()) {
            add(store, certificate);
          }
        }
      }
      for (String text : texts) {
        for (Certificate certificate : read(text)) {
          add(store, certificate);
        }
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(store), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static void add(KeyStore store, Certificate certificate) throws GeneralSecurityException {
    store.setCertificateEntry("authority-" + store.size(), certificate);
  }

  private static Iterable<Certificate> read(String text) throws IOException {
    try {
      InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
      return List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "a certificate authority is not a certificate in PEM form: " + e.getMessage(), e);
    }
  }

  private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
