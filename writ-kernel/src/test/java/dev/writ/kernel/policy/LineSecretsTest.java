// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.CommandLine;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The secrets among a line's words, by the names of their options and variables.
class LineSecretsTest {
  private static final String SECRET = "zebra7quartz9velvet";

  private static CommandLine line(String text) {
    return ((ParsedCommand.ParsedLine) CommandParser.parse(text)).line();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MY_PASSWORD=# npm test",
        "env DEPLOY_KEY=# make",
        "PGPASSWORD=# psql",
        "npm publish --token #",
        "npm publish --token=#",
        "curl -u me:# https://a.example",
        "curl -ume:# https://a.example",
        "curl --proxy-user=me:# https://a.example",
        "curl -d name=me,password=# https://a.example",
        "curl -d '{\"password\":\"#\"}' https://a.example",
        "sshpass -p # ssh a.example",
        "/usr/bin/mysql -p#",
        "docker login -u me -p #",
        "npm config set //r.example/:_authToken #",
        "npm config set //r.example/:_authToken=#",
        "curl -H 'X-Api-Key: #' https://a.example",
        "curl '-HX-Api-Key: #' https://a.example",
        "zip -P # a.zip a",
        "7z a -p# a",
        "openssl enc -pass pass:# -aes256 -in a",
        "ldapsearch -w #",
        "htpasswd -b f u #",
        "aws configure set aws_secret_access_key #",
        "git config user.password #",
        "DB_PASS=# make",
        "vault login #",
        "smbclient -U u%# //h/s",
        "http -a u:# a.example",
        "twine upload -p # x"
      })
  void secretsOfLinesAreFound(String text) {
    CommandLine line = line(text.replace("#", SECRET));
    assertThat(LineSecrets.of(line)).containsExactly(SECRET);
    assertThat(LineSecrets.recorded(line)).doesNotContain(SECRET).contains(SecretMasker.MASK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls -l",
        "npm publish --token",
        "npm publish --token --tag=latest",
        "curl -u zebra7quartz9velvet https://a.example",
        "curl -u",
        "docker run -p zebra7quartz9velvet image",
        "podman login -u me",
        "sshpass -p",
        "mysql -u zebra7quartz9velvet",
        "make =zebra7quartz9velvet",
        "npm config get //r.example/:_authToken",
        "git config credential.helper zebra7quartz9velvet",
        "grep 'name: zebra7quartz9velvet' a",
        "vault read zebra7quartz9velvet",
        "vault login -method=userpass username=me",
        "http -a zebra7quartz9velvet a.example",
        "zip -P",
        "git commit -a zebra7quartz9velvet",
        "git config user.password"
      })
  void otherWordsAreNone(String text) {
    assertThat(LineSecrets.of(line(text))).isEmpty();
    assertThat(LineSecrets.recorded(line(text))).isEqualTo(text);
  }
}
