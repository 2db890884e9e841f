// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.app.model.ModelChoice;
import dev.writ.app.model.NoModelException;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import dev.writ.engine.turn.ModelRoster;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// `/provider` and `/model`: another model for the same conversation.
final class ModelSwitch {
  private final ModelChoice choice;
  private final ModelRoster models;
  private final Session session;
  private final PrintStream out;

  ModelSwitch(ModelChoice choice, ModelRoster models, Session session, PrintStream out) {
    this.choice = choice;
    this.models = models;
    this.session = session;
    this.out = out;
  }

  /// `/provider`, `/provider list`, `/provider current`, `/provider NAME [MODEL]`.
  void provider(String arguments) throws IOException {
    List<String> words = List.of(arguments.strip().split("\\s+", 2));
    String name = words.getFirst();
    if (name.isEmpty() || name.equals("current")) {
      out.println("provider: " + models.id().provider() + ", model: " + models.id().model());
    } else if (name.equals("list")) {
      choice.providers().forEach(line -> out.println(DisplayText.line(line)));
    } else if (!choice.knows(name)) {
      out.println(
          DisplayText.line("there is no provider '" + name + "'")
              + NearestWord.hint(name, choice.names())
              + "; see /provider list");
    } else {
      choice.trust(name);
      use(name, words.size() > 1 ? words.get(1).strip() : "");
    }
  }

  /// `/model`, `/model NAME`: of the present provider.
  void model(String arguments) throws IOException {
    if (arguments.isBlank()) {
      out.println("model: " + models.id());
    } else {
      use(models.id().provider(), arguments.strip());
    }
  }

  /// Goes over to a model; where that can't be, the present one stays.
  private void use(String provider, String model) throws IOException {
    try {
      ModelId id = model.isEmpty() ? choice.usual(provider) : new ModelId(provider, model);
      session.submit(new SessionCommand.SwitchModel(choice.open(id)));
    } catch (UsageException | NoModelException e) {
      out.println(DisplayText.line("still " + models.id() + ": " + e.getMessage()));
    }
  }
}
