// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.protection.GitConfigText;
import dev.writ.kernel.repository.PersonalSettings.GivenSetting;
import java.util.List;
import org.junit.jupiter.api.Test;

class PersonalSettingsTest {
  private static PersonalSettings of(boolean ofSystem, String text) {
    List<GivenSetting> all =
        GitConfigText.entries(text).stream()
            .map(entry -> new GivenSetting(ofSystem, entry))
            .toList();
    return new PersonalSettings(all, "");
  }

  /// What `git lfs install` writes.
  private static final String LFS =
      """
      [filter "lfs"]
      clean = git-lfs clean -- %f
      smudge = git-lfs smudge -- %f
      process = git-lfs filter-process
      required = true
      """;

  @Test
  void gitLfsIsHandedOn() {
    PersonalSettings own = of(false, LFS);
    assertThat(own.filters()).isEmpty();
    assertThat(GitConfigText.entries(own.forCommands())).containsAll(GitConfigText.entries(LFS));
    assertThat(own.forReading()).doesNotContain("filter");
  }

  @Test
  void aFilterThatStartsSomethingElseFails() {
    PersonalSettings own = of(false, "[filter \"a\\\"b\"]\nclean = git-lfs clean && evil\n");
    assertThat(own.filters()).containsExactly("a\"b");
    assertThat(GitConfigText.entries(own.forCommands()))
        .filteredOn(entry -> entry.section().equals("filter"))
        .allSatisfy(entry -> assertThat(entry.subsection()).isEqualTo("a\"b"))
        .allSatisfy(entry -> assertThat(entry.value()).doesNotContain("evil"))
        .extracting(GitConfigText.GitConfigEntry::name)
        .containsExactlyInAnyOrder("required", "clean", "smudge");
  }

  /// A command in the sandbox sees them itself.
  @Test
  void settingsOfTheSystemAreLeftToItsOwnFile() {
    PersonalSettings systems = of(true, "[core]\nautocrlf = true\n[filter \"x\"]\nclean = cat\n");
    assertThat(systems.forCommands()).doesNotContain("autocrlf", "filter").contains("/etc/git");
    assertThat(systems.filters()).containsExactly("x");
  }

  @Test
  void valuesAreReadBackAsTheyAre() {
    PersonalSettings own = of(false, "[user]\nname = \"A \\\"B\\\" # \\\\ C;\\nD\"\n");
    assertThat(GitConfigText.entries(own.forReading()))
        .last()
        .extracting(GitConfigText.GitConfigEntry::value)
        .isEqualTo("A \"B\" # \\ C;\nD");
  }
}
