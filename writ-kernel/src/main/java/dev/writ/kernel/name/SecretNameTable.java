// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.name;

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
      .vault_pass .vault_pass.* .vault-pass .vault_password | Ansible Vault
      .dockerconfigjson | Kubernetes, pull secrets
      credentials.tfrc.json | Terraform CLI
      kaggle.json | Kaggle
      .databrickscfg | Databricks CLI
      *firebase-adminsdk*.json | Firebase Admin SDK
      *.ovpn | OpenVPN
      .bash_history .zsh_history .sh_history .ksh_history | shells
      .psql_history .mysql_history .mariadb_history .sqlite_history | clients of databases
      .rediscli_history .python_history .node_repl_history .irb_history | REPLs
      """;

  /// Files that hold secrets in their directory only, as parents and name; `*` for all in it.
  static final List<String> FILES =
      List.of(
          ".kube/config",
          ".docker/config.json",
          ".aws/credentials",
          ".aws/sso/cache/*",
          ".aws/cli/cache/*",
          ".azure/accesstokens.json",
          ".azure/msal_token_cache.json",
          ".azure/msal_token_cache.bin",
          ".azure/service_principal_entries.json",
          ".cargo/credentials",
          ".gem/credentials",
          ".config/gh/hosts.yml",
          ".config/hub",
          ".config/gcloud/credentials.db",
          ".config/gcloud/access_tokens.db",
          ".config/ngrok/ngrok.yml",
          ".ngrok2/ngrok.yml",
          ".huggingface/token",
          ".cache/huggingface/token",
          ".svn/auth/svn.simple/*",
          ".subversion/auth/svn.simple/*",
          ".m2/settings-security.xml");

  /// Each plain, or with `*`.
  static final List<String> NAMES = ROWS.lines().flatMap(SecretNameTable::names).toList();

  private SecretNameTable() {}

  private static Stream<String> names(String row) {
    return Stream.of(row.substring(0, row.indexOf(BEFORE_SOURCE) - 1).split(" ", -1));
  }
}
