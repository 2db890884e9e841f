// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import java.util.List;
import java.util.stream.Stream;

/// The names of files that usually hold secrets, with what reads or makes them.
final class SecretNameTable {
  private static final char BEFORE_SOURCE = '|';

  private static final String ROWS =
      """
      .env .env.* .env-* .env_* *.env | dotenv, Docker Compose (env_file)
      .envrc .envrc.* | direnv
      .flaskenv | Flask
      .dev.vars .dev.vars.* | Cloudflare Wrangler
      *.tfvars *.tfvars.json *.tfstate *.tfstate.backup .terraformrc | Terraform
      *.pem *.key *.p8 *.p12 *.pfx | OpenSSL; RFC 7468, RFC 5958, RFC 7292
      *.jks *.keystore | Java keytool
      *.ppk | PuTTY
      *.kdbx | KeePass
      id_rsa id_dsa id_ecdsa id_ed25519 | OpenSSH
      .netrc _netrc | curl, ftp
      .npmrc | npm
      .pypirc | twine
      .pgpass pgpass.conf | PostgreSQL
      .my.cnf .mylogin.cnf | MySQL
      .git-credentials | git-credential-store
      .htpasswd | Apache httpd
      .dockercfg | Docker
      .s3cfg | s3cmd
      .boto | boto, gsutil
      .vault-token | HashiCorp Vault
      rclone.conf | rclone
      kubeconfig kubeconfig.yaml kubeconfig.yml *.kubeconfig | kubectl
      credentials.json *_credentials.json *-credentials.json client_secret*.json | Google OAuth
      service-account*.json service_account*.json serviceaccount*.json | Google Cloud
      credentials.toml | Cargo
      secrets.json secrets.yaml secrets.yml | ASP.NET, Helm, Rails, Home Assistant
      secrets.toml | Streamlit
      """;

  /// Each plain, or with one `*`.
  static final List<String> NAMES = ROWS.lines().flatMap(SecretNameTable::names).toList();

  private SecretNameTable() {}

  private static Stream<String> names(String row) {
    return Stream.of(row.substring(0, row.indexOf(BEFORE_SOURCE) - 1).split(" ", -1));
  }
}
