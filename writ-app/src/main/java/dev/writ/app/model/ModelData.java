// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.app.model;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigSources;
import dev.writ.app.process.ProcessContext;
import dev.writ.wire.catalog.CatalogException;
import dev.writ.wire.catalog.ModelCatalog;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The model catalogue of this process: the shipped data, extended by a person's own file `models`
/// in the configuration directory. The shipped data are read when they are first needed.
public final class ModelData {
  private @Nullable ModelCatalog catalog;

  private ModelData(@Nullable ModelCatalog catalog) {
    this.catalog = catalog;
  }

  /// Reads the person's file, if there is one.
  ///
  /// @throws UsageException where a row of it is wrong
  public static ModelData of(ProcessContext context) throws UsageException {
    Optional<ConfigSources.DataFile> own =
        ConfigSources.dataFile(context.environment(), context.home(), "models");
    if (own.isEmpty()) {
      return new ModelData(null);
    }
    try {
      return new ModelData(
          ModelCatalog.shipped().with(own.get().path().toString(), own.get().text()));
    } catch (CatalogException e) {
      throw new UsageException("" + e.getMessage());
    }
  }

  /// The catalogue.
  public synchronized ModelCatalog catalog() {
    ModelCatalog read = catalog;
    if (read == null) {
      read = ModelCatalog.shipped();
      catalog = read;
    }
    return read;
  }
}
