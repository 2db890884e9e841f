// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app.model;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.wire.catalog.ModelCatalog;
import dev.writ.wire.catalog.ModelPrice;
import dev.writ.wire.catalog.ModelRow;
import dev.writ.wire.catalog.TokenRates;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The known facts about all models: the catalogue, and the servers' own lists.
public final class ModelOverview {
  private static final String OLLAMA = "ollama";

  private final ModelChoice choice;
  private final ModelCatalog catalog;
  private final LocalDate today;

  private ModelOverview(ModelChoice choice, LocalDate today) {
    this.choice = choice;
    this.catalog = choice.data().catalog();
    this.today = today;
  }

  /// The overview under the configuration in force.
  ///
  /// @throws UsageException where the configuration or a person's data file is wrong
  public static ModelOverview of(ParsedArguments arguments, ProcessContext context)
      throws UsageException {
    InstantSource clock = InstantSource.system();
    return new ModelOverview(
        ModelChoice.of(arguments, context, clock),
        LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
  }

  /// The overview of the models that may be chosen.
  public static ModelOverview of(ModelChoice choice) {
    return new ModelOverview(
        choice, LocalDate.ofInstant(InstantSource.system().instant(), ZoneOffset.UTC));
  }

  /// As data: `date`, `providers` with what was found out about them, and `models`.
  ///
  /// @param only the provider to ask and show; empty for all, of which only a local Ollama is asked
  /// @throws UsageException if there is no such provider
  /// @throws InterruptedException when a server is waited for and the thread is interrupted
  public Json.Obj json(Optional<String> only) throws UsageException, InterruptedException {
    if (only.isPresent() && !choice.presets().known().contains(only.get())) {
      throw new UsageException(
          "there is no provider '"
              + only.get()
              + "'"
              + NearestWord.hint(only.get(), choice.presets().known()));
    }
    List<Json> providers = new ArrayList<>();
    List<Json> models = new ArrayList<>();
    for (String provider : choice.presets().known()) {
      if (provider.equals("replay") || only.filter(name -> !name.equals(provider)).isPresent()) {
        continue;
      }
      Json.Builder about = Json.object().put("provider", provider);
      choice.credentials().state(provider).ifPresent(state -> about.put("key", state));
      if (provider.equals(OLLAMA) || only.isPresent()) {
        ask(provider, about, models);
      } else {
        shipped(provider, models);
      }
      providers.add(about.build());
    }
    return Json.object()
        .put("date", catalog.date().toString())
        .put("unit", "US dollars per million tokens")
        .put("providers", new Json.Arr(providers))
        .put("models", new Json.Arr(models))
        .build();
  }

  private void shipped(String provider, List<Json> models) {
    for (ModelRow row : catalog.of(provider)) {
      if (!row.name().startsWith("*")) {
        models.add(model(provider, row.name(), Optional.of(row), ModelCapabilities.UNKNOWN));
      }
    }
  }

  /// A server that does not answer is reported, and is not a failure.
  private void ask(String provider, Json.Builder about, List<Json> models)
      throws InterruptedException {
    ModelListing listing = choice.listing(new ModelId(provider, ""));
    switch (listing) {
      case ModelListing.ListedModels(List<ModelListing.Entry> entries) -> {
        about.put("reached", true);
        for (ModelListing.Entry entry : entries) {
          Optional<ModelRow> row = catalog.row(provider, entry.name());
          models.add(model(provider, entry.name(), row, entry.capabilities()));
        }
      }
      case ModelListing.FailedListing(var trouble) -> {
        about.put("reached", false).put("problem", trouble.message());
        shipped(provider, models);
      }
    }
  }

  private Json model(
      String provider, String name, Optional<ModelRow> row, ModelCapabilities capabilities) {
    Json.Builder model = Json.object().put("provider", provider).put("model", name);
    long window = capabilities.window();
    OptionalLong known = row.map(r -> r.size().window()).orElse(OptionalLong.empty());
    model.put("window", window > 0 ? Json.of(window) : number(known));
    model.put(
        "max_output", number(row.map(r -> r.size().maxOutput()).orElse(OptionalLong.empty())));
    Optional<ModelPrice> price = row.flatMap(r -> r.priceOn(today));
    model.put("price", price.map(p -> rates(p.usual())).orElse(new Json.Null()));
    price.flatMap(ModelPrice::ofLong).ifPresent(rates -> model.put("long_price", rates(rates)));
    price.flatMap(ModelPrice::longOver).ifPresent(over -> model.put("long_over", over));
    Set<ModelAbility> abilities = EnumSet.noneOf(ModelAbility.class);
    row.ifPresent(r -> abilities.addAll(r.abilities()));
    abilities.addAll(capabilities.present());
    abilities.removeAll(capabilities.absent());
    model.put("abilities", Json.texts(abilities.stream().map(ModelRow::word).toList()));
    row.ifPresent(
        r -> {
          model.put("source", r.provenance().source());
          r.provenance().date().ifPresent(day -> model.put("date", day.toString()));
          r.provenance().until().ifPresent(day -> model.put("until", day.toString()));
        });
    return model.build();
  }

  private static Json number(OptionalLong number) {
    return number.isPresent() ? Json.of(number.getAsLong()) : new Json.Null();
  }

  private static Json rates(TokenRates rates) {
    Json.Builder json = Json.object().put("input", usd(rates.input()));
    rates.cachedInput().ifPresent(rate -> json.put("cached_input", usd(rate)));
    rates.cacheWrite().ifPresent(rate -> json.put("cache_write", usd(rate)));
    return json.put("output", usd(rates.output())).build();
  }

  private static Json usd(long microUsd) {
    return SessionEvents.usd(OptionalLong.of(microUsd));
  }
}
