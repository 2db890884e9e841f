// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.json;

import java.util.LinkedHashMap;
import java.util.Map;

/// Members of an object in the making. Whoever hands them to an object changes them no more, so it
/// need not copy them.
final class JsonMembers extends LinkedHashMap<String, Json> {
  private static final long serialVersionUID = 1;

  JsonMembers() {}

  JsonMembers(Map<String, Json> others) {
    super(others);
  }
}
