// Implements: docs/spec/07-commands.md §7 (Commands and the executor)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.Enforcement;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.command.Denylist;
import dev.writ.kernel.command.Ground;
import dev.writ.kernel.effect.CommandHand;
import dev.writ.kernel.effect.Globbing;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.effect.PersonalPacks;
import dev.writ.kernel.effect.Programs;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.effect.Shelter;
import dev.writ.kernel.effect.ShippedPacks;
import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.sandbox.PersonsWord;
import java.nio.file.Path;
import java.time.InstantSource;

/// Everything about commands, wired together: what reads, judges and runs them. Nothing of it looks
/// at a file before the first command.
final class Commanding {
  private final Packs packs;
  private final AuthoritySource authority;
  private final Granting granting;
  private final CommandCheck check;
  private final CommandReading reading;
  private final CommandHand hand;

  Commanding(
      Root root,
      Locator locator,
      WorkspaceRecords records,
      Governor.Place place,
      Policy policy,
      InstantSource clock) {
    String real = root.path().toString();
    String home = place.environment().getOrDefault("HOME", "/");
    Policy.CommandRules rules = policy.commands();
    TrustStore trust = new TrustStore(place.data());
    String projectId = AuthorityToken.projectId(real);
    this.authority = new AuthorityOnDisk(records, trust, projectId, rules.allowDangerous());
    this.granting = new Granting(records, trust, authority, projectId, clock);
    this.packs = new Packs(new ShippedPacks(), new PersonalPacks(place.data()));
    Denylist denylist = new Denylist(rules.barred());
    Ground ground =
        new Ground(real, home, policy.blocked().stream().map(Path::toString).toList(), real);
    this.check =
        new CommandCheck(
            denylist,
            ground,
            authority,
            new Enforcement(packs, rules.observeExecutes(), rules.settable()),
            clock);
    this.reading =
        new CommandReading(packs, locator, root, new Globbing(root, locator, home), check);
    this.hand =
        new CommandHand(
            root,
            locator,
            new Programs(place.environment()),
            packs,
            new Shelter(
                root,
                Path.of(home),
                policy.blocked(),
                rules.sandbox(),
                rules.unconfined().map(PersonsWord::new)));
  }

  Packs packs() {
    return packs;
  }

  AuthoritySource authority() {
    return authority;
  }

  Granting granting() {
    return granting;
  }

  CommandCheck check() {
    return check;
  }

  CommandReading reading() {
    return reading;
  }

  CommandHand hand() {
    return hand;
  }
}
