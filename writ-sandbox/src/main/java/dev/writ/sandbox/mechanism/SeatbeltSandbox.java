// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedAccess;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.ConfinedLaunch;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.os.Os;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// macOS: `sandbox-exec` with a generated profile. The profile is made here and compared in tests;
/// starting programs under it is not built yet, so that it is never chosen.
public final class SeatbeltSandbox implements Sandbox {
  private static final List<String> SYSTEM =
      List.of("/usr", "/bin", "/sbin", "/System", "/Library", "/opt", "/private/etc", "/dev");

  @Override
  public String name() {
    return "seatbelt";
  }

  @Override
  public List<String> gaps() {
    return List.of("unverified: never tried on real hardware");
  }

  @Override
  public boolean endsTrees() {
    return false;
  }

  @Override
  public ConfinedLaunch cell(Os os, LaunchRequest launch) throws IOException {
    throw new SandboxException("Starting programs under sandbox-exec is not built yet.");
  }

  /// The profile of one launch; later rules go before earlier ones.
  ///
  /// @param scratch the command's private directory, with its HOME and TMPDIR
  /// @throws SandboxException for a network, which has no rule here yet
  public static String profile(SandboxConfinement confinement, Path scratch)
      throws SandboxException {
    if (!(confinement.network() instanceof SandboxConfinement.ConfinedNetwork.DeniedNetwork)) {
      throw new SandboxException("Seatbelt supports only the network setting none.");
    }
    StringBuilder profile =
        new StringBuilder(
            """
            (version 1)
            (deny default)
            (allow process-fork)
            (allow process-exec*)
            (allow signal (target same-sandbox))
            (allow sysctl-read)
            (allow file-read-metadata)
            (allow file-write-data (literal "/dev/null") (literal "/dev/zero"))
            """);
    SandboxConfinement.Paths paths = confinement.paths();
    SYSTEM.forEach(path -> rule(profile, "allow file-read*", Path.of(path)));
    paths.readOnly().forEach(path -> rule(profile, "allow file-read*", path));
    for (ConfinedCache cache : paths.caches()) {
      boolean write = cache.access() == ConfinedAccess.WRITE;
      rule(profile, write ? "allow file-read* file-write*" : "allow file-read*", cache.path());
    }
    rule(profile, "allow file-read* file-write*", scratch);
    boolean write = confinement.writable();
    rule(
        profile,
        write ? "allow file-read* file-write*" : "allow file-read*",
        confinement.workspace());
    paths.writable().forEach(path -> rule(profile, "allow file-write*", path));
    paths.protectedPaths().forEach(path -> rule(profile, "deny file-write*", path));
    paths.blocked().forEach(path -> rule(profile, "deny file-read* file-write*", path));
    return profile.append("(deny network*)\n").toString();
  }

  private static void rule(StringBuilder profile, String rule, Path path) {
    String quoted = path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    profile.append("(%s (subpath \"%s\"))\n".formatted(rule, quoted));
  }
}
