// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.Option;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.config.Key;
import dev.writ.app.config.Keys;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.json.Json;
import java.util.List;

/// `writ config show`: every value, and where it came from.
final class ConfigCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "config",
        "Show the configuration in force.",
        "show [--origin]",
        "writ config show --origin",
        List.of(Option.flag("origin", "with where each value came from")));
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings) throws UsageException {
    if (!line.operands().equals(List.of("show")) && !line.operands().isEmpty()) {
      throw new UsageException("config: show");
    }
    Configuration configuration = Host.configuration(line, surroundings);
    Json.Builder json = Json.object();
    for (Key key : Keys.all()) {
      Configuration.Setting setting = configuration.settings().get(key.name());
      if (setting == null) {
        continue;
      }
      boolean secret = key.name().equals("llm.api_key") && !(setting.value() instanceof Json.Null);
      Json value = secret ? Json.of("•••") : setting.value();
      String unused = Keys.inUse(key) ? "" : "  (nothing uses it yet)";
      if (line.has("json")) {
        json.put(
            key.name(), Json.object().put("value", value).put("origin", setting.origin()).build());
      } else {
        String origin = line.has("origin") ? "  # " + setting.origin() : "";
        surroundings
            .out()
            .println(Inert.line(key.name() + " = " + value.write() + origin + unused));
      }
    }
    if (line.has("json")) {
      surroundings.out().println(json.build().write());
    }
    return ExitCode.DONE;
  }
}
