// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.ModelListing.Entry;
import dev.writ.engine.model.ModelListing.ListedModels;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelListingTest {
  private static Entry entry(String name) {
    return new Entry(name, ModelCapabilities.UNKNOWN);
  }

  @Test
  void whatIsNoNameOrBeyondAnyListIsLeftOut() {
    ListedModels list =
        new ListedModels(List.of(entry("a".repeat(513)), entry("b".repeat(512)), entry("c")));
    assertThat(list.entries()).extracting(Entry::name).containsExactly("b".repeat(512), "c");
    assertThat(new ListedModels(Collections.nCopies(20_000, entry("d"))).entries()).hasSize(10_000);
  }
}
