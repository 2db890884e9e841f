// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The project's file, the token it grants, and the store of what people confirmed.
class AuthorityFileTest {
  private static final String ID = AuthorityToken.projectId("/a");

  private static AuthorityToken parsed(String lines) throws JsonException {
    return AuthorityFile.parse("authority:\n" + lines.indent(2), ID);
  }

  @Test
  void whatIsWrittenIsReadBack() throws JsonException {
    for (NetworkPolicy network :
        List.of(
            NetworkPolicy.DENY,
            new NetworkPolicy.LocalhostOnly(),
            new NetworkPolicy.HostAllowlist(List.of()),
            new NetworkPolicy.HostAllowlist(
                List.of("example.org", "*.example.net", "10.1.2.3:8443")))) {
      AuthorityToken token =
          new AuthorityToken(
              ID,
              AuthorityLevel.PARAMETERIZED_TOOLS,
              1_900_000_000,
              new AuthorityToken.Allowed(
                  List.of("git.*", "mvn"),
                  Optional.of(List.of("git", "./mvnw")),
                  ContainedRule.ALLOW),
              WorkspacePath.of("sub"),
              network);
      assertThat(AuthorityFile.parse(AuthorityFile.text(token), ID)).isEqualTo(token);
    }
    AuthorityToken least = parsed("level: observe");
    assertThat(AuthorityFile.parse(AuthorityFile.text(least), ID)).isEqualTo(least);
    AuthorityToken none = parsed("{level: observe, allowed_bins: []}");
    assertThat(none).isNotEqualTo(least);
    assertThat(AuthorityFile.parse(AuthorityFile.text(none), ID)).isEqualTo(none);
  }

  @Test
  void whatIsLeftOutGrantsNothing() throws JsonException {
    AuthorityToken token = parsed("level: observe");

    assertThat(token.allowsBinary("git")).isFalse();
    assertThat(token.allowsTool("git.status")).isFalse();
    assertThat(token.allowed().contained()).isEqualTo(ContainedRule.ASK);
    assertThat(parsed("{level: observe, contained: ask}")).isEqualTo(token);
    assertThat(parsed("{level: observe, contained: allow}").allowed().contained())
        .isEqualTo(ContainedRule.ALLOW);
    assertThat(parsed("{level: observe, contained: show}").allowed().contained())
        .isEqualTo(ContainedRule.SHOW);
    assertThat(token.network()).isEqualTo(NetworkPolicy.DENY);
    assertThat(token.expired(Long.MAX_VALUE)).isFalse();
    assertThat(parsed("{level: observe, expiration: 5}").expired(5)).isTrue();
    assertThat(parsed("{level: observe, expiration: 5}").expired(4)).isFalse();
    assertThat(parsed("{level: observe, expiration: '2027-01-31T00:00:00Z'}").expiration())
        .isEqualTo(1_801_353_600L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "level: root",
        "levels: observe",
        "{level: observe, levels: observe}",
        "expiration: 1",
        "{level: observe, expiration: soon}",
        "{level: observe, expiration: -1}",
        "{level: observe, expiration: 1.5}",
        "{level: observe, expiration: []}",
        "{level: observe, contained: always}",
        "{level: observe, contained: true}",
        "{level: observe, fs_root: 1}",
        "{level: observe, allowed_tools: git}",
        "{level: observe, allowed_tools: ['']}",
        "{level: observe, allowed_tools: [1]}",
        "{level: observe, allowed_bins: ['a b']}",
        "{level: observe, allowed_bins: [/bin/sh]}",
        "{level: observe, fs_root: ..}",
        "{level: observe, fs_root: /}",
        "{level: observe, network: all}",
        "{level: observe, network: {allowlist: ['a b']}}",
        "{level: observe, network: {allowlist: ['1.2.3']}}",
        "{level: observe, network: {allowlist: ['*']}}",
        "{level: observe, network: {hosts: []}}",
        "[]",
        "",
      })
  void whatIsNotStrictIsRefusedWithItsPlace(String lines) {
    assertThatThrownBy(() -> parsed(lines))
        .isInstanceOfSatisfying(JsonException.class, e -> assertThat(e.line()).isPositive());
  }

  @Test
  void besidesTheAuthorityAFileSaysNothing() {
    assertThatThrownBy(() -> AuthorityFile.parse("authority: {level: observe}\nmore: 1\n", ID))
        .hasMessageContaining("unknown key 'more'; known are [authority]");
  }

  @ParameterizedTest
  @CsvSource({"., ''", "./, ''", "sub, sub", "./sub, sub", "./a/b/, a/b"})
  void theRootIsADirectoryInsideTheWorkspace(String written, String path) throws JsonException {
    assertThat(parsed("{level: observe, fs_root: '" + written + "'}").fsRoot())
        .isEqualTo(path.isEmpty() ? WorkspacePath.ROOT : WorkspacePath.of(path));
  }

  @Test
  void aProjectIsTheHashOfItsPath() {
    assertThat(AuthorityToken.projectId("/a"))
        .isEqualTo(ContentHash.of("/a".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatIsInForceIsSaidAsData() throws JsonException {
    AuthorityToken token =
        parsed(
            "{level: tools_only, expiration: 5, allowed_tools: [git.status], allowed_bins: [git],"
                + " fs_root: sub, network: {allowlist: [example.org, example.net]}}");
    assertThat(new Authority.Granted(token, "a file").json().write())
        .isEqualTo(
            "{\"level\":\"tools_only\",\"from\":\"tools_only from a file\",\"expiration\":5,"
                + "\"contained\":false,\"allowed_tools\":[\"git.status\"],\"allowed_bins\":[\"git\"],\"fs_root\":\"sub\",\"network\":\"allowlist"
                + " example.org example.net\"}");
    AuthorityToken shown = parsed("{level: observe, contained: show}");
    assertThat(new Authority.Granted(shown, "a file").json().write())
        .contains("observe and contained, each change shown", "\"contained\":false")
        .endsWith("\"shown\":true}");
    assertThat(AuthorityFile.text(shown)).contains("contained: show #");
    assertThat(new Authority.Untrusted().json().write())
        .isEqualTo(
            "{\"level\":\"observe\",\"from\":\"observe: no person has confirmed"
                + " .writ/project.yaml in its current state; a person confirms it with"
                + " `writ trust`\"}");
    assertThat(new Authority.MalformedAuthority("1:1: nonsense").json().write())
        .isEqualTo("{\"level\":\"observe\",\"from\":\"observe: 1:1: nonsense\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "git.*, git.status, true",
    "git.*, git, false",
    "git, git, true",
    "git, git.status, false",
    "*, anything.at.all, true",
    "npm.*.x, npm.a.b.x, true",
    "npm.*.x, npm.x, false",
    "npm.*.x, npm.a.y, false",
    "a*b*c, abc, true",
    "a*b*c, acb, false",
    "a*bc*c, abc, false",
    "a*a, a, false",
    "*b*, bc, true",
    "*x*, bc, false",
  })
  void aStarStandsForAnyLetters(String pattern, String tool, boolean allowed) {
    AuthorityToken token =
        new AuthorityToken(
            ID,
            AuthorityLevel.TOOLS_ONLY,
            0,
            new AuthorityToken.Allowed(List.of(pattern), Optional.empty(), ContainedRule.ASK),
            WorkspacePath.ROOT,
            NetworkPolicy.DENY);
    assertThat(token.allowsTool(tool)).isEqualTo(allowed);
  }

  @Test
  void onlyTheLastWordOnExactlyThatContentIsTrust(@TempDir Path data) throws Exception {
    TrustStore store = new TrustStore(data);
    assertThat(store.trusts(ID, "sha256:1")).isFalse();

    store.trust(ID, "sha256:1", "me", Instant.EPOCH);
    assertThat(store.trusts(ID, "sha256:1")).isTrue();
    assertThat(store.trusts(ID, "sha256:2")).isFalse();
    assertThat(store.trusts("other", "sha256:1")).isFalse();
    Files.writeString(
        data.resolve("trust.jsonl"), Files.readString(data.resolve("trust.jsonl")) + "garbage\n");
    assertThat(store.trusts(ID, "sha256:1")).isTrue();

    store.trust(ID, "sha256:2", "me", Instant.EPOCH);
    assertThat(store.trusts(ID, "sha256:1")).isFalse();
    store.trust(ID, "", "me", Instant.EPOCH);
    assertThat(store.trusts(ID, "sha256:2")).isFalse();
    assertThat(store.trusts(ID, "")).isFalse();
  }
}
