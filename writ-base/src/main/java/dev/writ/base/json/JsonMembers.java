// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.json;

import java.util.LinkedHashMap;
import java.util.Map;

/// Members of an object under construction. The caller that passes them to an object does not
/// change them again, so the object does not copy them.
final class JsonMembers extends LinkedHashMap<String, Json> {
  private static final long serialVersionUID = 1;

  JsonMembers() {}

  JsonMembers(Map<String, Json> others) {
    super(others);
  }
}
