// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.call;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What stood in the workspace when a line was judged, of all that its programs may run or obey, as
/// far as the line shows: hashes by place.
///
/// @param named at the places that its words name
/// @param taken at those where its programs look by themselves, such as `Makefile`; of what is
///     missing there nothing, so that it is another code as soon as it is there
public record JudgedCode(SortedMap<String, String> named, SortedMap<String, String> taken) {
  public JudgedCode {
    named = Collections.unmodifiableSortedMap(new TreeMap<>(named));
    taken = Collections.unmodifiableSortedMap(new TreeMap<>(taken));
  }

  /// All of it.
  public SortedMap<String, String> all() {
    SortedMap<String, String> all = new TreeMap<>(taken);
    all.putAll(named);
    return all;
  }
}
