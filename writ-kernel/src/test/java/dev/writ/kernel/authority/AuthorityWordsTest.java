// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.JsonException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a file grants is said by its meaning.
class AuthorityWordsTest {
  private static List<String> words(String authority) throws JsonException {
    return AuthorityWords.lines(AuthorityFile.parse("authority: {" + authority + "}", "p"));
  }

  @Test
  void itSaysWhatCountsHoweverItIsWritten() throws JsonException {
    assertThat(
            words(
                """
                "\\x6cevel": scoped_commands, contained: "\\u0061llow", allowed_bins: ["*"],
                allowed_tools: [git.commit, npm.*], fs_root: "a b", expiration: 1801353600,
                network: {allowlist: ["\\x65vil\\x2ecom"]}"""))
        .containsExactly(
            "level: scoped_commands",
            "what stays in this folder: every command runs unasked",
            "tools: git.commit, npm.*",
            "programs: *",
            "network: evil.com",
            "only in the directory: \"a b\"",
            "until 2027-01-31T00:00:00Z");
  }

  @Test
  void theLeastIsSaidAsWell() throws JsonException {
    assertThat(words("level: observe"))
        .containsExactly(
            "level: observe",
            "what stays in this folder: commands need the level or a person",
            "tools: none",
            "programs: no list",
            "network: none",
            "until somebody withdraws it");
    assertThat(words("level: observe, contained: show, network: localhost, allowed_bins: []"))
        .contains(
            "what stays in this folder: every command runs, and its changes are shown before they"
                + " count",
            "programs: none",
            "network: the sandbox's own localhost");
    assertThat(words("level: observe, network: {allowlist: []}")).contains("network: none");
  }

  @Test
  void ofManyHostsTenAreNamed() throws JsonException {
    String hosts =
        IntStream.range(0, 600).mapToObj(i -> "h" + i + ".org").collect(Collectors.joining(", "));
    assertThat(words("level: observe, network: {allowlist: [" + hosts + "]}"))
        .anyMatch(
            line -> line.startsWith("network: h0.org,") && line.endsWith("h9.org and 590 more"));
  }
}
