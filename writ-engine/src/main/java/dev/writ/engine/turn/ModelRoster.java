// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.engine.turn;

import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.PricedModel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The model that a session asks now, those that stand in for it where it fails, and the one for
/// small work.
public final class ModelRoster implements AutoCloseable {
  private final Substitutes substitutes;
  private final Supplier<Optional<PricedModel>> opening;
  private final Set<ModelId> estimated = new HashSet<>();
  private volatile PricedModel current;
  private @Nullable PricedModel small;
  private boolean sought;

  /// Opens the models that stand in, one after the other.
  @FunctionalInterface
  public interface Substitutes {
    /// No other model.
    Substitutes NONE = Optional::empty;

    /// The next model; empty if there are no more.
    Optional<PricedModel> next();
  }

  /// @param current closed together with the roster
  public ModelRoster(PricedModel current, Substitutes substitutes) {
    this(current, substitutes, Optional::empty);
  }

  /// @param current closed together with the roster
  /// @param opening opens the model for small work when there is some; empty if there is none
  public ModelRoster(
      PricedModel current, Substitutes substitutes, Supplier<Optional<PricedModel>> opening) {
    this.current = current;
    this.substitutes = substitutes;
    this.opening = opening;
  }

  /// The model that is asked now.
  public PricedModel current() {
    return current;
  }

  /// Notes that the usage of a model's requests is estimated.
  ///
  /// @return whether that is new
  boolean firstEstimate(ModelId model) {
    return estimated.add(model);
  }

  /// The model for small tasks such as summaries; the current model if no other is configured.
  public PricedModel small() {
    if (!sought) {
      sought = true;
      small = opening.get().orElse(null);
    }
    return small == null ? current : small;
  }

  /// The name of the model that is asked now.
  public ModelId id() {
    return current.id();
  }

  /// Asks that model from now on, and closes the one before.
  public void replace(PricedModel other) {
    PricedModel before = current;
    current = other;
    before.model().close();
  }

  /// Switches to the next substitute.
  ///
  /// @return whether there was one
  boolean substitute() {
    Optional<PricedModel> next = substitutes.next();
    next.ifPresent(this::replace);
    return next.isPresent();
  }

  @Override
  public void close() {
    current.model().close();
    if (small != null) {
      small.model().close();
    }
  }
}
