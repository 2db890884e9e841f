// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.turn;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Keeps images from models that can't read them. The newest message of a person is refused; in
/// older ones a note takes the place of each image, so that a conversation survives the change of
/// its model.
final class ImagePolicy {
  private static final String OMITTED = "[An image was here. This model cannot read images.]";

  private final PricedModel model;

  ImagePolicy(PricedModel model) {
    this.model = model;
  }

  /// The provider's own statement takes precedence over the model data.
  private boolean isBlind() throws InterruptedException {
    ModelCapabilities told = model.model().capabilities();
    return told.lacks(ModelAbility.VISION)
        || (!told.has(ModelAbility.VISION) && model.tariff().lacks(ModelAbility.VISION));
  }

  /// Why the prompt can't be sent; empty if it can, perhaps after [#readable].
  Optional<ModelReply> refusal(Prompt prompt) throws InterruptedException {
    boolean refused = !lastUser(prompt).images().isEmpty() && isBlind();
    return refused
        ? Optional.of(
            new ModelReply.FailedReply(
                new ProviderError(
                    ProviderError.ProviderErrorKind.REJECTED,
                    model.id()
                        + " cannot read images; choose a model with vision, or send the message"
                        + " without the image")))
        : Optional.empty();
  }

  /// The prompt without the images that the model can't read.
  Prompt readable(Prompt prompt) throws InterruptedException {
    if (!prompt.hasImages() || !isBlind()) {
      return prompt;
    }
    List<Message> messages = new ArrayList<>();
    for (Message message : prompt.messages()) {
      messages.add(
          message instanceof Message.User user && !user.images().isEmpty()
              ? new Message.User((user.text() + "\n" + OMITTED).strip())
              : message);
    }
    return new Prompt(prompt.system(), prompt.tools(), messages, prompt.allowed(), prompt.effort());
  }

  private static Message.User lastUser(Prompt prompt) {
    for (int i = prompt.messages().size() - 1; i >= 0; i--) {
      if (prompt.messages().get(i) instanceof Message.User user) {
        return user;
      }
    }
    return new Message.User("");
  }
}
