// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.Optional;

/// A version of a pack: three numbers (Semantic Versioning without pre-releases, which would make
/// "older" a matter of taste).
public record PackVersion(int major, int minor, int patch) implements Comparable<PackVersion> {
  /// A number has at most that many digits.
  private static final int MAX_DIGITS = 6;

  /// Reads `1.2.3`; no signs, no leading zeros.
  public static Optional<PackVersion> of(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    for (String part : parts) {
      boolean digits = part.chars().allMatch(c -> c >= '0' && c <= '9');
      boolean leadingZero = part.length() > 1 && part.startsWith("0");
      if (part.isEmpty() || part.length() > MAX_DIGITS || !digits || leadingZero) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new PackVersion(
            Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2])));
  }

  @Override
  public int compareTo(PackVersion other) {
    int byMajor = Integer.compare(major, other.major);
    int byMinor = byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
    return byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
