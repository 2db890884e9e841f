// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.FileContent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TagsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A.java|class Order { void submit() { new Invoice(); } }|Order|Invoice",
        "a.py|class Order:\\n  def submit(self):\\n    Invoice()|Order|Invoice",
        "a.go|package a\\nfunc Submit() { Invoice() }|Submit|Invoice",
        "a.ts|export function submit() { return new Invoice(); }|submit|Invoice",
        "a.rs|fn submit() { Invoice::new(); }|submit|Invoice",
        "a.rb|class Order\\n  Invoice.new\\nend|Order|Invoice",
      })
  void aFileDeclaresAndMentions(String name, String text, String declared, String mentioned) {
    try (SyntaxService syntax = new SyntaxService(Parsers.command(), Duration.ofSeconds(60))) {
      FileTags tags = syntax.tags(name, FileContent.of(text.replace("\\n", "\n")));
      assertThat(tags.declarations()).extracting(DeclaredItem::anchor).contains(declared);
      assertThat(tags.mentions()).containsKey(mentioned);
    }
  }

  @Test
  void whatHasNoGrammarHasNoTags() {
    try (SyntaxService syntax = new SyntaxService(List.of("there-is-no-such-program"))) {
      assertThat(syntax.tags("a.txt", FileContent.of("class Order"))).isEqualTo(FileTags.NONE);
      assertThat(syntax.tags("A.java", FileContent.of("class Order {}"))).isEqualTo(FileTags.NONE);
    }
  }

  @Test
  void theMostMentionedFileIsFirstAndTheRankingIsTheSameAgain() {
    RepositoryRanking ranking = new RepositoryRanking();
    DeclaredItem invoice = new DeclaredItem("Invoice", "class", 1, 9);
    DeclaredItem order = new DeclaredItem("Order", "class", 1, 9);
    ranking.put("order.py", new FileTags(List.of(order), Map.of("Invoice", 4)));
    ranking.put("cart.py", new FileTags(List.of(), Map.of("Invoice", 1, "Order", 1)));
    ranking.put("invoice.py", new FileTags(List.of(invoice), Map.of()));
    assertThat(ranking.ranked(""))
        .extracting(RepositoryRanking.RankedFile::path)
        .containsExactly("invoice.py", "order.py");
    assertThat(ranking.ranked("x")).isEqualTo(ranking.ranked("x"));
    assertThat(ranking.ranked("order.py, please").getFirst().path()).isEqualTo("order.py");
  }
}
