// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.List;
import java.util.Set;

/// The packs' reading of an argument array.
public sealed interface PackReading {
  /// Every word is named by the program's pack.
  ///
  /// @param commandId such as `git.commit`
  /// @param paths the arguments that are paths, in order
  /// @param addresses URLs and host names among the arguments, in order
  /// @param reasons why the risk or the effects are what they are; may be empty
  record Known(
      String commandId,
      Set<PackEffect> effects,
      RiskLevel risk,
      List<PathUse> paths,
      List<String> addresses,
      List<String> reasons)
      implements PackReading {
    /// The tool and its command as a person types them, such as `git commit`.
    public String words() {
      return typed(commandId);
    }

    /// Whether it works without the network, if worse: a build that would look for what is missing.
    public boolean builds() {
      return risk == RiskLevel.SAFE && effects.contains(PackEffect.EXECUTE) && addresses.isEmpty();
    }
  }

  /// The program has a pack, but it doesn't name this invocation: destructive, unless all that the
  /// pack names there stays in the workspace.
  ///
  /// @param name the command's id, or the tool where no command was recognised
  /// @param word the first word that is not named; empty where one is missing
  /// @param connects whether all that the pack names there, and that does more than read, talks to
  ///     other machines
  /// @param contained whether nothing that the pack names there is destructive or talks to other
  ///     machines but for builds
  record Unnamed(String name, String word, String why, boolean connects, boolean contained)
      implements PackReading {
    /// The tool, and its command if there is one, as a person types them.
    public String words() {
      return typed(name);
    }
  }

  private static String typed(String id) {
    String[] parts = id.split("\\.", 3);
    return parts.length == 1 ? id : parts[0] + " " + parts[1];
  }

  /// No pack ever spoke for this program.
  record NoPack(String program) implements PackReading {}

  /// A pack described this program until a person took it out of force, or activated one that
  /// doesn't name the program: nothing says which of its invocations lose what no record has.
  record WithdrawnPack(String program) implements PackReading {
    /// Why a person is asked.
    public String why() {
      return "no pack describes " + program + " any more";
    }
  }

  /// The program's pack can't be trusted; nothing is known of its invocations.
  record RefusedReading(String tool, PackRefusal reason, String why) implements PackReading {}
}
