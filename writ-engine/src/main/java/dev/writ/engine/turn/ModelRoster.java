// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.engine.turn;

import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.PricedModel;
import java.util.Optional;

/// The model that a session asks now, and those that stand in for it where it fails.
public final class ModelRoster implements AutoCloseable {
  private final Substitutes substitutes;
  private volatile PricedModel current;

  /// Opens the models that stand in, one after the other.
  @FunctionalInterface
  public interface Substitutes {
    /// No other model.
    Substitutes NONE = Optional::empty;

    /// The next one; empty where there are no more.
    Optional<PricedModel> next();
  }

  /// @param current closed together with the roster
  public ModelRoster(PricedModel current, Substitutes substitutes) {
    this.current = current;
    this.substitutes = substitutes;
  }

  /// The model that is asked now.
  public PricedModel current() {
    return current;
  }

  /// Its name.
  public ModelId id() {
    return current.id();
  }

  /// Asks that model from now on, and closes the one before.
  public void replace(PricedModel other) {
    PricedModel before = current;
    current = other;
    before.model().close();
  }

  /// Goes on with the next substitute.
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
  }
}
