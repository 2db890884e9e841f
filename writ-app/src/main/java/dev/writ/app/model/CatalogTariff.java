// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.app.model;

import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.TokenUsage;
import dev.writ.wire.catalog.ModelPrice;
import dev.writ.wire.catalog.ModelRow;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The catalogue's facts about one model, looked up on demand.
final class CatalogTariff implements ModelTariff {
  private final ModelId id;
  private final ModelData data;
  private final OptionalLong maxTokens;
  private final InstantSource clock;

  /// @param maxTokens the longest answer that is asked for (`llm.max_tokens`), if one is set
  CatalogTariff(ModelId id, ModelData data, OptionalLong maxTokens, InstantSource clock) {
    this.id = id;
    this.data = data;
    this.maxTokens = maxTokens;
    this.clock = clock;
  }

  private Optional<ModelRow> row() {
    return data.catalog().row(id.provider(), id.model());
  }

  private Optional<ModelPrice> price() {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return row().flatMap(row -> row.priceOn(today));
  }

  @Override
  public OptionalLong microUsd(TokenUsage usage) {
    Optional<ModelPrice> price = price();
    return price.isPresent() ? price.get().microUsd(usage) : OptionalLong.empty();
  }

  @Override
  public CostBound most(long inputTokens) {
    OptionalLong output = maxTokens.isPresent() ? maxTokens : longest();
    Optional<ModelPrice> price = price();
    if (price.isEmpty()) {
      return new CostBound(output, OptionalLong.empty());
    }
    if (price.get().rates(inputTokens).free()) {
      return new CostBound(output, OptionalLong.of(0));
    }
    return new CostBound(
        output,
        output.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(price.get().mostMicroUsd(inputTokens, output.getAsLong())));
  }

  /// The model's own limit; where none is known, no answer is longer than the window.
  private OptionalLong longest() {
    Optional<ModelRow.Size> size = row().map(ModelRow::size);
    if (size.isEmpty()) {
      return OptionalLong.empty();
    }
    return size.get().maxOutput().isPresent() ? size.get().maxOutput() : size.get().window();
  }

  @Override
  public OptionalLong window() {
    return row().map(row -> row.size().window()).orElse(OptionalLong.empty());
  }

  /// A row that names no ability says nothing of them.
  @Override
  public boolean lacks(ModelAbility ability) {
    Set<ModelAbility> known = row().map(ModelRow::abilities).orElse(Set.of());
    return !known.isEmpty() && !known.contains(ability);
  }

  @Override
  public void prepare() {
    OptionalLong _ = microUsd(TokenUsage.NONE); // reads the data and loads the classes
  }
}
