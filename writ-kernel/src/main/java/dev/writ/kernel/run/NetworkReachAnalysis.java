// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.run;

import dev.writ.base.value.HostList;
import dev.writ.command.language.Command;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.NetworkPolicy;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.grant.AuthoritySource;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds how far a command line would reach: as far as the project's owner granted, to the hosts
/// that its words name, and to those that it was found to need. Whether it may is for
/// [CommandJudge] to say.
final class NetworkReachAnalysis {
  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1");

  private final CommandSituation situation;
  private final AuthoritySource authority;
  private final PackRequirements requirements;
  private final boolean contained;
  private final Set<HostList.Host> addressed = new LinkedHashSet<>();
  private final Set<String> usual = new LinkedHashSet<>();
  private final Set<String> programs = new LinkedHashSet<>();
  private boolean connects;
  private boolean leaves;
  private boolean runs;

  /// @param contained whether what runs in the sandbox needs no question
  NetworkReachAnalysis(
      CommandSituation situation,
      AuthoritySource authority,
      PackRequirements requirements,
      boolean contained) {
    this.contained = contained;
    this.situation = situation;
    this.authority = authority;
    this.requirements = requirements;
  }

  /// Takes in a command that a pack speaks for.
  void add(Command command, PackReading.Known known) {
    runs |= known.effects().contains(PackEffect.EXECUTE);
    if (known.effects().contains(PackEffect.NETWORK)) {
      connects = true;
      programs.add(command.program());
      leaves |= known.addresses().isEmpty();
      for (String address : known.addresses()) {
        Optional<HostList.Host> host = Address.host(address);
        host.ifPresent(addressed::add);
        leaves |= !host.map(NetworkReachAnalysis::isLocal).orElse(Address.isLocalSix(address));
      }
      if (known.addresses().isEmpty() && !known.builds()) {
        usual.addAll(requirements.hosts(command.programName()));
      }
    }
  }

  /// Covers a command with unknown effects, at most connections.
  void addUnknown(Command command, PackReading reading) {
    runs = true;
    if (requirements.packs().readByName(command.argv()) instanceof PackReading.Known known) {
      add(command, known);
    }
    if (reading instanceof PackReading.Unnamed unnamed && unnamed.connects()) {
      connects = true;
      leaves = true;
      programs.add(command.program());
    }
  }

  private static boolean isLocal(HostList.Host host) {
    return LOCAL.contains(host.name());
  }

  /// An address as a person would read it. If a program reads it differently, the proxy refuses. A
  /// separate class: most commands contain no address.
  private static final class Address {
    private static final Pattern FORM =
        Pattern.compile("(?:(https?)://(?:[^/?#]*@)?)?([^/?#:@]+)(?::(\\d{1,5}))?(?:[/?#].*)?");
    private static final Pattern SIX =
        Pattern.compile("(?:https?://(?:[^/?#]*@)?)?\\[::1\\](?::\\d{1,5})?(?:[/?#].*)?");

    static Optional<HostList.Host> host(String address) {
      Matcher parts = FORM.matcher(address.toLowerCase(Locale.ROOT));
      if (!parts.matches() || (parts.group(1) == null && !LOCAL.contains(parts.group(2)))) {
        return Optional.empty();
      }
      String usual = "https".equals(parts.group(1)) ? "443" : "80";
      String port = parts.group(3) == null ? usual : parts.group(3);
      return HostList.Host.parse(parts.group(2) + ":" + port);
    }

    /// Whether it is this machine as IPv6 calls it, which no list of hosts can hold.
    static boolean isLocalSix(String address) {
      return SIX.matcher(address.toLowerCase(Locale.ROOT)).matches();
    }
  }

  NetworkReach reach() {
    if (!connects && !runs) {
      return NetworkReach.NONE;
    }
    NetworkPolicy policy =
        authority
            .in(situation.standing())
            .token()
            .map(AuthorityToken::network)
            .orElse(NetworkPolicy.DENY);
    return switch (policy) {
      case NetworkPolicy.NoNetwork() -> local(contained).orElseGet(() -> hosts(List.of()));
      case NetworkPolicy.LocalhostOnly() ->
          local(true).or(this::unaddressed).orElseGet(() -> hosts(List.of()));
      case NetworkPolicy.HostAllowlist(List<String> granted) ->
          named(contained && !isGranted(granted)).orElseGet(() -> hosts(granted));
    };
  }

  /// The session's own loopback, where that is all that is wanted.
  private Optional<NetworkReach> local(boolean granted) {
    return granted && runs && !connects
        ? Optional.of(new NetworkReach.Loopback(NetworkReach.HostUse.OFFERED))
        : named(granted);
  }

  /// The same for code of which only the program's name shows that it connects.
  private Optional<NetworkReach> unaddressed() {
    return runs && addressed.isEmpty()
        ? Optional.of(new NetworkReach.Loopback(NetworkReach.HostUse.NAMED))
        : Optional.empty();
  }

  private Optional<NetworkReach> named(boolean granted) {
    return granted && connects && !leaves
        ? Optional.of(new NetworkReach.Loopback(NetworkReach.HostUse.NAMED))
        : Optional.empty();
  }

  /// A list that names this machine means the machine, and what serves there.
  private boolean isGranted(List<String> granted) {
    HostList list = new HostList(granted);
    return addressed.stream().anyMatch(host -> list.covers(host.entry()));
  }

  private List<String> stores() {
    return programs.stream()
        .flatMap(program -> requirements.stores(program).stream())
        .distinct()
        .toList();
  }

  private NetworkReach hosts(List<String> granted) {
    HostList list = new HostList(granted);
    if (!connects) {
      return granted.isEmpty()
          ? NetworkReach.NONE
          : new NetworkReach.Hosts(
              list.entries(), List.of(), NetworkReach.Further.REFUSED, NetworkReach.Whose.PROJECTS);
    }
    Set<String> names = new LinkedHashSet<>(list.entries());
    addressed.stream().map(HostList.Host::entry).filter(e -> !list.covers(e)).forEach(names::add);
    if (situation.person()) { // one question names what the command will ask for
      usual.stream().filter(name -> !list.covers(name + ":443")).forEach(names::add);
    }
    names.addAll(situation.hosts());
    return new NetworkReach.Hosts(
        List.copyOf(names),
        names.isEmpty() ? List.of() : stores(),
        situation.person() ? NetworkReach.Further.ASKED : NetworkReach.Further.REFUSED,
        NetworkReach.Whose.COMMANDS);
  }
}
