// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.kernel.sandbox.PersonsWord;
import dev.writ.kernel.sandbox.Probes;
import dev.writ.kernel.sandbox.Probes.Probe;
import dev.writ.kernel.sandbox.Probes.Result;
import dev.writ.kernel.sandbox.SandboxException;
import dev.writ.kernel.sandbox.Sandboxes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sandbox that was to be proved.
class ShelterTest {
  @TempDir Path directory;

  private Shelter shelter(String wish, Optional<PersonsWord> word) throws IOException {
    Shelter shelter = new Shelter(Root.open(directory), directory, List.of(), wish, word);
    shelter.demandProof();
    return shelter;
  }

  private static void need(Sandboxes.Wish wish) {
    assumeTrue(
        new Sandboxes().choose(wish) instanceof Sandboxes.Choice.Chosen, "no " + wish + " here");
  }

  @Test
  @Tag("slow")
  void namespacesAreProved() throws IOException {
    need(Sandboxes.Wish.NAMESPACES);
    try (Shelter shelter = shelter("auto", Optional.empty())) {
      assertThat(shelter.executor().sandbox().name()).isEqualTo("namespaces");
    }
  }

  @Test
  void nothingElseWillDo() throws IOException {
    need(Sandboxes.Wish.LANDLOCK);
    try (Shelter shelter = shelter("landlock", Optional.empty())) {
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(shelter::executor)
            .isInstanceOf(SandboxException.class)
            .hasMessageContaining("needs namespaces");
      }
    }
  }

  @Test
  void aPersonsWordStandsAboveThat() throws IOException {
    try (Shelter shelter = shelter("auto", Optional.of(new PersonsWord("a test")))) {
      assertThat(shelter.executor().sandbox().name()).isEqualTo("none");
    }
  }

  @Test
  void oneActThatGetsThroughIsEnough() {
    Probe held = new Probe("tcp", new Result.Prevented());
    Probe through = new Probe("udp", new Result.Succeeded("it was not refused"));
    Probe unknown = new Probe("mount", new Result.NotTried("no perl"));

    assertThat(Probes.refusal(List.of(held, unknown))).isEmpty();
    assertThat(Probes.refusal(List.of(held, through)))
        .hasValueSatisfying(why -> assertThat(why).contains("udp (it was not refused)"));
    assertThat(Probes.refusal(List.of(unknown)))
        .hasValueSatisfying(why -> assertThat(why).contains("no forbidden act"));
  }
}
