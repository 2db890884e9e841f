// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.app.model;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigSources;
import dev.writ.app.process.ProcessContext;
import dev.writ.wire.catalog.CatalogException;
import dev.writ.wire.catalog.ModelCatalog;
import java.util.Optional;

/// The model catalogue of this process: the shipped data, extended by a person's own file `models`
/// in the configuration directory. The shipped data are read when they are first needed.
public final class ModelData {
  private final Optional<ModelCatalog> extended;

  private ModelData(Optional<ModelCatalog> extended) {
    this.extended = extended;
  }

  /// Reads the person's file, if there is one.
  ///
  /// @throws UsageException where a row of it is wrong
  public static ModelData of(ProcessContext context) throws UsageException {
    Optional<ConfigSources.DataFile> own =
        ConfigSources.dataFile(context.environment(), context.home(), "models");
    if (own.isEmpty()) {
      return new ModelData(Optional.empty());
    }
    try {
      return new ModelData(
          Optional.of(ModelCatalog.shipped().with(own.get().path().toString(), own.get().text())));
    } catch (CatalogException e) {
      throw new UsageException("" + e.getMessage());
    }
  }

  /// The catalogue.
  public ModelCatalog catalog() {
    return extended.orElseGet(ModelCatalog::shipped);
  }
}
