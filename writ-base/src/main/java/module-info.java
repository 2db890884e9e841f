// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Values without trust or effect that all modules share: JSON, names of places, schemas of
/// arguments.
@NullMarked
module dev.writ.base {
  requires static org.jspecify;
  requires org.snakeyaml.engine;

  exports dev.writ.base.json;
  exports dev.writ.base.schema;
  exports dev.writ.base.scope;
  exports dev.writ.base.value;
}
