// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which model is asked, and what of a prompt it can read.
class ImagePolicyTest {
  private static final PersonImage IMAGE = new PersonImage("image/png", "AAAA");
  private static final Message.User SEEN = new Message.User("look", List.of(IMAGE));
  private static final Message.User WORDS = new Message.User("words");
  private static final Message.Assistant ANSWER =
      new Message.Assistant("answer", List.of(), List.of());

  private final List<String> closed = new ArrayList<>();

  /// A model of which only its name and its abilities matter.
  private final class NamedModel implements Model {
    private final String name;
    private final ModelCapabilities told;

    NamedModel(String name, ModelCapabilities told) {
      this.name = name;
      this.told = told;
    }

    @Override
    public ModelId id() {
      return new ModelId("named", name);
    }

    @Override
    public ModelReply reply(Prompt prompt, ReplyListener listener) {
      throw new AssertionError("asked");
    }

    @Override
    public ModelCapabilities capabilities() {
      return told;
    }

    @Override
    public void close() {
      closed.add(name);
    }
  }

  /// The price list knows that the model reads no images.
  private record BlindTariff() implements ModelTariff {
    @Override
    public OptionalLong microUsd(TokenUsage usage) {
      return OptionalLong.empty();
    }

    @Override
    public CostBound most(long inputTokens) {
      return UNKNOWN.most(inputTokens);
    }

    @Override
    public OptionalLong window() {
      return OptionalLong.empty();
    }

    @Override
    public boolean lacks(ModelAbility ability) {
      return ability == ModelAbility.VISION;
    }
  }

  private PricedModel model(String name) {
    return new PricedModel(new NamedModel(name, ModelCapabilities.UNKNOWN), ModelTariff.UNKNOWN);
  }

  private PricedModel model(String told, boolean blindByData) {
    Set<ModelAbility> vision = Set.of(ModelAbility.VISION);
    ModelCapabilities capabilities =
        switch (told) {
          case "has" -> new ModelCapabilities(0, 0, vision, Set.of());
          case "lacks" -> new ModelCapabilities(0, 0, Set.of(), vision);
          default -> ModelCapabilities.UNKNOWN;
        };
    return new PricedModel(
        new NamedModel("m", capabilities), blindByData ? new BlindTariff() : ModelTariff.UNKNOWN);
  }

  private static Prompt prompt(Message... messages) {
    return new Prompt("system", List.of(), List.of(messages));
  }

  /// What the provider says of its model counts more than the data about it.
  @ParameterizedTest
  @CsvSource({
    "has,     false, false",
    "has,     true,  false",
    "unknown, false, false",
    "unknown, true,  true",
    "lacks,   false, true",
    "lacks,   true,  true",
  })
  void imagesAreKeptFromModelsThatCannotReadThem(String told, boolean blindByData, boolean blind)
      throws InterruptedException {
    ImagePolicy images = new ImagePolicy(model(told, blindByData));
    Prompt newest = prompt(WORDS, ANSWER, SEEN);
    Prompt older = prompt(SEEN, ANSWER, WORDS, ANSWER);

    assertThat(images.refusal(newest).isPresent()).isEqualTo(blind);
    assertThat(images.refusal(older)).isEmpty();
    assertThat(images.readable(older).hasImages()).isEqualTo(!blind);
    assertThat(images.readable(newest).hasImages()).isEqualTo(!blind);
  }

  @Test
  void aNoteTakesThePlaceOfAnImage() throws InterruptedException {
    ImagePolicy images = new ImagePolicy(model("lacks", false));
    String note = "[An image was here. This model cannot read images.]";

    assertThat(images.readable(prompt(SEEN, ANSWER, WORDS)).messages())
        .containsExactly(new Message.User("look\n" + note), ANSWER, WORDS);
    Message.User alone = new Message.User("", List.of(IMAGE));
    assertThat(images.readable(prompt(alone)).messages()).containsExactly(new Message.User(note));
    Prompt words = prompt(WORDS);
    assertThat(images.readable(words)).isSameAs(words);
    assertThat(images.refusal(prompt(ANSWER))).as("nobody said anything").isEmpty();
    ModelReply.FailedReply refusal =
        (ModelReply.FailedReply) images.refusal(prompt(SEEN)).orElseThrow();
    assertThat(refusal.trouble().message()).startsWith("named/m cannot read images;");
    assertThat(refusal.trouble().retryable()).isFalse();
  }

  @Test
  void aModelThatIsReplacedIsClosed() {
    List<PricedModel> others = new ArrayList<>(List.of(model("second"), model("third")));
    ModelRoster roster =
        new ModelRoster(
            model("first"),
            () -> others.isEmpty() ? Optional.empty() : Optional.of(others.removeFirst()));
    assertThat(roster.small()).isSameAs(roster.current());

    assertThat(roster.substitute()).isTrue();
    assertThat(roster.id()).isEqualTo(new ModelId("named", "second"));
    assertThat(closed).containsExactly("first");
    assertThat(roster.substitute()).isTrue();
    assertThat(roster.substitute()).isFalse();
    assertThat(roster.id()).isEqualTo(new ModelId("named", "third"));
    roster.close();
    assertThat(closed).containsExactly("first", "second", "third");
  }

  @Test
  void theModelForSmallWorkIsOpenedOnceItIsNeeded() {
    List<String> opened = new ArrayList<>();
    ModelRoster roster =
        new ModelRoster(
            model("large"),
            ModelRoster.Substitutes.NONE,
            () -> {
              opened.add("small");
              return Optional.of(model("small"));
            });
    assertThat(opened).isEmpty();
    assertThat(roster.small().id()).isEqualTo(new ModelId("named", "small"));
    assertThat(roster.small()).isSameAs(roster.small());

    assertThat(opened).hasSize(1);
    assertThat(roster.substitute()).isFalse();
    roster.close();
    assertThat(closed).containsExactly("large", "small");
  }
}
