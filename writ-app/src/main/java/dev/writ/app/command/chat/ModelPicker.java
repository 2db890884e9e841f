// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.UsageException;
import dev.writ.app.model.ModelChoice;
import dev.writ.app.model.ModelOverview;
import dev.writ.app.terminal.dialog.ChoicePrompt;
import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.app.terminal.status.AmountText;
import dev.writ.base.json.Json;
import dev.writ.engine.model.ModelId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Completes `/model` and `/provider` that were written without a name: the person chooses it from
/// a list.
///
/// @param prompt shows the list
record ModelPicker(ChoicePrompt prompt, ModelChoice choice) {
  private static final int LONGEST_NAME = 40;
  private static final String REPLAY = "replay";

  /// The whole command.
  ///
  /// @param present the model that answers now
  /// @return empty where the person wants none; what was written, where nothing is missing
  Optional<String> complete(String line, ModelId present) throws InterruptedException {
    return switch (line.strip()) {
      case "/model" -> model(present);
      case "/provider" -> provider(present);
      default -> Optional.of(line);
    };
  }

  /// A model of the present provider, which is asked for its list.
  private Optional<String> model(ModelId present) throws InterruptedException {
    List<Json.Obj> models = new ArrayList<>();
    try {
      for (Json item :
          ModelOverview.of(choice).json(Optional.of(present.provider())).items("models")) {
        if (item instanceof Json.Obj model) {
          boolean isPresent = name(model).equals(present.model());
          models.add(isPresent ? 0 : models.size(), model);
        }
      }
    } catch (UsageException _) {
      models.clear(); // the command itself shows the present one
    }
    if (models.isEmpty()) {
      return Optional.of("/model");
    }
    int longest = models.stream().mapToInt(model -> name(model).length()).max().orElse(0);
    int column = Math.min(longest, LONGEST_NAME);
    OptionalInt chosen =
        prompt.choose(
            "Which model of " + present.provider() + "? Now: " + present.model(),
            models.stream().map(model -> ListedChoice.of(title(model, column))).toList());
    return command("/model", present.model(), models.stream().map(ModelPicker::name), chosen);
  }

  private static String name(Json.Obj model) {
    return model.text("model").orElse("");
  }

  /// The name, the window, the price of a million tokens read and written, the abilities.
  private static String title(Json.Obj model, int column) {
    List<String> facts = new ArrayList<>();
    model.number("window").ifPresent(window -> facts.add(AmountText.tokens(window) + " window"));
    Json.Obj price = model.object("price");
    facts.add(
        price.members().isEmpty()
            ? "price unknown"
            : "$" + amount(price, "input") + " in, $" + amount(price, "output") + " out");
    List<String> abilities = new ArrayList<>();
    for (Json ability : model.items("abilities")) {
      if (ability instanceof Json.Text(String word)) {
        abilities.add(word.replace('_', ' '));
      }
    }
    facts.add(String.join(", ", abilities.stream().sorted().toList()));
    String name = name(model);
    return name
        + " ".repeat(Math.max(0, column - name.length()))
        + "  "
        + String.join(" · ", facts.stream().filter(fact -> !fact.isEmpty()).toList());
  }

  private static String amount(Json.Obj price, String which) {
    return price.get(which).map(Json::write).orElse("?");
  }

  private Optional<String> provider(ModelId present) throws InterruptedException {
    List<String> names = presentFirst(choice.names(), present.provider());
    List<String> lines = presentFirst(choice.providers(), present.provider());
    OptionalInt chosen =
        prompt.choose(
            "Which provider? Now: " + present.provider(),
            lines.stream().map(ListedChoice::of).toList());
    return command("/provider", present.provider(), names.stream(), chosen);
  }

  /// Providers without the one for scripts; each text begins with a name.
  private static List<String> presentFirst(List<String> texts, String present) {
    List<String> all = new ArrayList<>();
    for (String text : texts) {
      String name = text.split(" ", 2)[0];
      if (!name.equals(REPLAY)) {
        all.add(name.equals(present) ? 0 : all.size(), text);
      }
    }
    return all;
  }

  /// The command for a chosen name; the bare one, which changes nothing, for the present one.
  private static Optional<String> command(
      String command, String present, Stream<String> names, OptionalInt chosen) {
    return chosen.isEmpty()
        ? Optional.empty()
        : names
            .skip(chosen.getAsInt())
            .findFirst()
            .map(name -> name.equals(present) ? command : command + " " + name);
  }
}
