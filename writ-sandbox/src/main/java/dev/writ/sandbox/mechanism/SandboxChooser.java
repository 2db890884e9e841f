// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedAccess;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.filter.LandlockRules;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchLimits;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirections;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.PipelineExecutor;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.mechanism.SandboxMounts.OverlayMethod;
import dev.writ.sandbox.namespace.OverlayLayers;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.protection.RightfulWriters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Chooses a mechanism, once: the chosen one was tried. A requested mechanism is never replaced by
/// another one.
public final class SandboxChooser {
  private static final List<String> PLACES =
      List.of("/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap");

  /// The directory under a trial's layers; without layers, a trial starts half as many processes.
  private static final List<ConfinedCache> LAYERS =
      List.of(new ConfinedCache(Path.of("/opt"), ConfinedAccess.LAYER));

  private final RightfulWriters writers;
  private @Nullable Tried namespaces;
  private @Nullable Tried landlock;

  /// For commands beside which nobody else may change protected places.
  public SandboxChooser() {
    this(RightfulWriters.NONE);
  }

  /// @param writers who else may change them
  public SandboxChooser(RightfulWriters writers) {
    this.writers = writers;
  }

  /// The values of `safety.sandbox`.
  public enum Wish {
    AUTO,
    NAMESPACES,
    LANDLOCK,
    SEATBELT,
    NONE
  }

  /// A mechanism that works, or why there is none.
  public sealed interface SandboxSelection {
    record ChosenSandbox(Sandbox sandbox) implements SandboxSelection {}

    /// Nothing may be run (SANDBOX_UNAVAILABLE).
    ///
    /// @param reason what is missing and what to do, for a person
    record UnavailableSandbox(String reason) implements SandboxSelection {}
  }

  private record Tried(@Nullable Sandbox sandbox, String reason) {
    SandboxSelection choice() {
      return sandbox == null
          ? new SandboxSelection.UnavailableSandbox(reason)
          : new SandboxSelection.ChosenSandbox(sandbox);
    }
  }

  /// The requested mechanism, if it works here. `none` is not a choice: see [UnconfinedSandbox].
  public synchronized SandboxSelection choose(Wish wish) {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return new SandboxSelection.UnavailableSandbox(
          "There is no sandbox for this system; a person can use --no-sandbox.");
    }
    return switch (wish) {
      case AUTO -> auto();
      case NAMESPACES -> namespaces().choice();
      case LANDLOCK -> landlock().choice();
      case SEATBELT -> new SandboxSelection.UnavailableSandbox("Seatbelt is for macOS.");
      case NONE ->
          new SandboxSelection.UnavailableSandbox(
              "Commands without a sandbox need --no-sandbox on the command line; the"
                  + " setting alone is"
                  + " not enough.");
    };
  }

  private SandboxSelection auto() {
    SandboxSelection first = namespaces().choice();
    if (first instanceof SandboxSelection.ChosenSandbox) {
      return first;
    }
    SandboxSelection second = landlock().choice();
    return second instanceof SandboxSelection.ChosenSandbox
        ? second
        : new SandboxSelection.UnavailableSandbox(
            namespaces().reason() + " " + landlock().reason());
  }

  private Tried landlock() {
    if (landlock == null) {
      try (Os os = new Os()) {
        int version = LandlockRules.version(os);
        landlock =
            version >= LandlockSandbox.LEAST_VERSION
                ? tried(new LandlockSandbox(version, writers), "Landlock", LAYERS)
                : new Tried(
                    null,
                    "This kernel has no Landlock of version 3 or newer (Linux 6.2): it is "
                        + version
                        + ".");
      }
    }
    return landlock;
  }

  private Tried namespaces() {
    if (namespaces == null) {
      namespaces =
          PLACES.stream()
              .map(Path::of)
              .filter(Files::isExecutable)
              .findFirst()
              .map(SandboxChooser::namespaces)
              .orElse(new Tried(null, "bubblewrap is not installed (apt install bubblewrap)."));
    }
    return namespaces;
  }

  /// Root may create namespaces, except in most containers; there, like other users, with a user
  /// namespace.
  private static Tried namespaces(Path program) {
    Tried result = new Tried(null, "");
    for (List<String> own : List.of(List.<String>of(), List.of("--unshare-user"))) {
      for (OverlayMethod layering : List.of(OverlayMethod.OWN, OverlayMethod.NONE)) {
        try {
          if (layering == OverlayMethod.NONE || mentionsLayers(program)) {
            SandboxMounts mounts = SandboxMounts.detect(program, own, layering);
            List<ConfinedCache> layers = layering == OverlayMethod.NONE ? List.of() : LAYERS;
            result = tried(new NamespaceSandbox(mounts), "bubblewrap", layers);
          }
        } catch (IOException e) {
          result = new Tried(null, "bubblewrap cannot be started: " + e.getMessage());
        }
        if (result.sandbox() != null) {
          return result;
        }
      }
    }
    return result;
  }

  /// Whether this bubblewrap knows the option, which old ones don't; asking it would be a process.
  private static boolean mentionsLayers(Path program) throws IOException {
    return new String(Files.readAllBytes(program), StandardCharsets.ISO_8859_1)
        .contains("tmp-overlay");
  }

  /// Whether layers can be laid around; tried when the first command has a use for them.
  static boolean layersAround(SandboxMounts mounts) {
    return OverlayLayers.thinkable()
        && tried(new NamespaceSandbox(mounts.layeredAround()), "layers", LAYERS).sandbox() != null;
  }

  /// Runs `true` in it.
  ///
  /// @param layers what is written to in a layer meanwhile
  private static Tried tried(Sandbox sandbox, String name, List<ConfinedCache> layers) {
    Path root = Path.of("/usr");
    SandboxConfinement.Paths paths =
        new SandboxConfinement.Paths(List.of(), List.of(), List.of(), layers);
    SandboxConfinement nothing =
        new SandboxConfinement(
            root, false, Path.of("/root"), paths, SandboxConfinement.ConfinedNetwork.DENY);
    LaunchStage program =
        new LaunchStage(
            Path.of("/usr/bin/true"), List.of("true"), Map.of(), root, LaunchRedirections.NONE);
    LaunchRequest launch =
        new LaunchRequest(List.of(program), nothing, LaunchLimits.DEFAULT, ByteBuffer.allocate(0));
    try (PipelineExecutor executor = new PipelineExecutor(sandbox)) {
      LaunchResult launchResult = executor.run(launch, LiveListener.NOBODY);
      return launchResult.exit().status() == 0
          ? new Tried(sandbox, "")
          : new Tried(null, name + " does not work here: " + launchResult.stderr().text().strip());
    } catch (IOException | RuntimeException e) {
      return new Tried(null, name + " does not work here: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Tried(null, "interrupted");
    }
  }
}
