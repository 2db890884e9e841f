// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.ExecutionVariables;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Invocation;
import dev.writ.kernel.command.ReadOnlyPrograms;
import dev.writ.kernel.command.ReviewedVariables;
import dev.writ.kernel.command.SystemProgram;
import dev.writ.kernel.pack.PackEffect;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.pack.Reading;
import dev.writ.kernel.pack.Risk;
import dev.writ.kernel.policy.Guarded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Joins what the packs know of a command with what a project's owner granted, in the order of
/// §8.2: schema, authority and its end, tool, parameters, binary. Where the paths lead is the
/// containment gate's business.
public final class Enforcement {
  private static final Pattern LOCAL =
      Pattern.compile("([a-z]+://)?(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]+)?([/?#].*)?");

  /// The bounds of what the allowlist covers: no network.
  private static final AuthorityToken NOTHING_ELSE = AuthorityToken.ofSession("");

  private final Packs packs;
  private final StandingPermissions standing;

  /// @param standing what a person's own configuration permits
  public Enforcement(Packs packs, StandingPermissions standing) {
    this.packs = packs;
    this.standing = standing;
  }

  /// What the authority says of a command.
  ///
  /// @param now seconds since 1970
  public Permission judge(Inner inner, Authority authority, long now) {
    List<String> unreviewed = new ArrayList<>();
    for (Map.Entry<String, String> variable : inner.command().environment().entrySet()) {
      String name = variable.getKey();
      if (ReviewedVariables.admits(name, variable.getValue())) {
        continue;
      }
      if (ExecutionVariables.contains(name)) {
        return new Permission.Denied(
            ErrorCode.COMMAND_UNSUPPORTED,
            name + " changes what is executed, so no command may set it so");
      }
      if (!standing.settable().contains(name)) {
        unreviewed.add(name + " is set, and nobody has reviewed what it does");
      }
    }
    Permission permission = program(inner, authority, now);
    return unreviewed.isEmpty() ? permission : asking(permission, unreviewed);
  }

  /// The same, and what else a person is to agree to.
  private static Permission asking(Permission permission, List<String> further) {
    return switch (permission) {
      case Permission.Free _, Permission.Safe _ -> new Permission.Destructive(further);
      case Permission.Destructive(List<String> reasons) ->
          new Permission.Destructive(both(reasons, further));
      case Permission.Networked(String id, List<String> addresses, List<String> reasons) ->
          new Permission.Networked(id, addresses, both(reasons, further));
      case Permission.Beyond(String reason) ->
          new Permission.Beyond(String.join("; ", both(List.of(reason), further)));
      case Permission.Denied denied -> denied;
    };
  }

  private static List<String> both(List<String> reasons, List<String> further) {
    List<String> all = new ArrayList<>(reasons);
    all.addAll(further);
    return all;
  }

  /// What it says of the program and its arguments.
  private Permission program(Inner inner, Authority authority, long now) {
    Command command = inner.command();
    List<String> argv = command.argv();
    String program = SystemProgram.name(argv.getFirst());
    if (isFree(inner)) {
      return new Permission.Free();
    }
    Optional<AuthorityToken> token = authority.token();
    if (token.isEmpty()) {
      String what =
          inner instanceof Inner.Opaque opaque ? program + ": " + opaque.reason() : program;
      return authority instanceof Authority.Missing && isAllowlisted(inner)
          ? allowlisted(inner)
          : withoutToken(authority, what);
    }
    if (token.get().expired(now)) {
      return denied("the authority of this project has expired (" + authority.words() + ")");
    }
    return inner instanceof Inner.Opaque(Command _, String reason)
        ? opaque(program + ": " + reason, program, token.get())
        : withToken(inner, argv, program, token.get());
  }

  /// Whether it is harmless reading, which nobody need grant.
  public boolean isFree(Inner inner) {
    List<String> argv = inner.command().argv();
    return standing.observeExecutes()
        && !(inner instanceof Inner.Opaque)
        && isFree(SystemProgram.name(argv.getFirst()), argv)
        && (inner instanceof Inner.Exact || readsAny(argv));
  }

  /// The schema of a command that its pack knows as safe and without network: what a person may
  /// grant whatever the arguments.
  public Optional<String> safeSchema(Inner inner) {
    return inner instanceof Inner.Exact(Command command)
            && packs.read(command.argv()) instanceof Reading.Known known
            && known.risk() == Risk.SAFE
            && !known.effects().contains(PackEffect.DISCARD)
            && !needsNetwork(known)
        ? Optional.of(known.commandId())
        : Optional.empty();
  }

  /// Whether a command may run code that isn't its own: all but those that packs know as not doing
  /// so.
  public boolean runsCode(Inner inner) {
    return !isFree(inner)
        && !(inner instanceof Inner.Exact(Command command)
            && packs.read(command.argv()) instanceof Reading.Known known
            && !known.effects().contains(PackEffect.EXECUTE));
  }

  /// Whether a program only reads whatever names it gets besides.
  private static boolean readsAny(List<String> argv) {
    return ReadOnlyPrograms.onlyReads(SystemProgram.name(argv.getFirst()));
  }

  private static boolean isFree(String program, List<String> argv) {
    List<String> arguments = argv.subList(1, argv.size());
    return ReadOnlyPrograms.judge(program, arguments) instanceof Invocation.Harmless
        && ReadOnlyPrograms.withoutSecrets(program, arguments, Guarded.secretNames())
            .equals(arguments);
  }

  private static Permission withoutToken(Authority authority, String program) {
    return authority instanceof Authority.Malformed
        ? denied(program + " is more than reading (" + authority.words() + ")")
        : new Permission.Beyond(program + " is more than reading (" + authority.words() + ")");
  }

  private boolean isAllowlisted(Inner inner) {
    return !(inner instanceof Inner.Opaque)
        && standing.allowlist().stream().anyMatch(pattern -> pattern.covers(inner.command()));
  }

  /// A person's own list says of a program without a pack all that there is to say.
  private Permission allowlisted(Inner inner) {
    return packs.read(inner.command().argv()) instanceof Reading.NoPack
            && inner instanceof Inner.Exact
        ? new Permission.Safe()
        : scoped(inner, packs.read(inner.command().argv()), NOTHING_ELSE);
  }

  private static Permission denied(String message) {
    return new Permission.Denied(ErrorCode.AUTHORITY_DENIED, message);
  }

  /// What can't be seen through is destructive at best, and nothing that a schema could allow.
  private static Permission opaque(String what, String program, AuthorityToken token) {
    if (token.level() != Level.SCOPED_COMMANDS) {
      return new Permission.Denied(ErrorCode.SCHEMA_VIOLATION, what);
    }
    return token.allowsBinary(program)
        ? new Permission.Beyond(what)
        : denied(program + " is not in allowed_bins");
  }

  private Permission withToken(
      Inner inner, List<String> argv, String program, AuthorityToken token) {
    Reading reading = packs.read(argv);
    return switch (token.level()) {
      case OBSERVE -> denied(program + " is more than the level observe permits");
      case TOOLS_ONLY, PARAMETERIZED_TOOLS -> listed(inner, argv, program, reading, token);
      case SCOPED_COMMANDS ->
          token.allowsBinary(program)
              ? scoped(inner, reading, token)
              : denied(program + " is not in allowed_bins");
    };
  }

  private Permission listed(
      Inner inner, List<String> argv, String program, Reading reading, AuthorityToken token) {
    String level = token.level().word();
    if (reading instanceof Reading.Unnamed unnamed) {
      return new Permission.Denied(ErrorCode.SCHEMA_VIOLATION, words(unnamed));
    }
    if (reading instanceof Reading.Refused(String tool, var _, String why)) {
      return new Permission.Denied(
          ErrorCode.PACK_INVALID, "the pack of %s is refused: %s".formatted(tool, why));
    }
    if (!(reading instanceof Reading.Known known)) {
      return denied("there is no pack for " + program + ", and " + level + " permits packs' tools");
    }
    if (!token.allowsTool(known.commandId())) {
      return denied(known.commandId() + " is not in allowed_tools");
    }
    if (token.level() == Level.TOOLS_ONLY && !isBare(known, argv)) {
      return denied(known.commandId() + " may have no parameters at the level " + level);
    }
    // A list of tools names their binaries, too; a list of binaries narrows it.
    if (!token.allowed().binaries().isEmpty() && !token.allowsBinary(program)) {
      return denied(program + " is not in allowed_bins");
    }
    return granted(inner, known, token);
  }

  private static String words(Reading.Unnamed unnamed) {
    String word = unnamed.word().isEmpty() ? "" : ": " + unnamed.word();
    return unnamed.name() + word + ": " + unnamed.why();
  }

  /// Whether an invocation is its command's words and nothing else.
  private boolean isBare(Reading.Known known, List<String> argv) {
    String tool = known.commandId().split("\\.", 2)[0];
    List<String> words = argv.subList(1, argv.size());
    return packs.commands(tool).stream()
        .anyMatch(
            command -> command.id().equals(known.commandId()) && command.words().equals(words));
  }

  private static Permission scoped(Inner inner, Reading reading, AuthorityToken token) {
    return switch (reading) {
      case Reading.Known known -> granted(inner, known, token);
      case Reading.Unnamed unnamed ->
          unnamed.connects() && !reachesAny(token)
              ? new Permission.Networked(unnamed.name(), List.of(), List.of(words(unnamed)))
              : new Permission.Destructive(List.of(words(unnamed)));
      case Reading.NoPack(String program) ->
          new Permission.Destructive(List.of("nothing is known of " + program));
      case Reading.Refused(String tool, var _, String why) ->
          new Permission.Denied(
              ErrorCode.PACK_INVALID, "the pack of %s is refused: %s".formatted(tool, why));
    };
  }

  private static Permission granted(Inner inner, Reading.Known known, AuthorityToken token) {
    List<String> reasons = new ArrayList<>();
    if (known.risk() == Risk.DESTRUCTIVE) {
      reasons.add(
          known.reasons().isEmpty()
              ? known.commandId() + " is destructive"
              : known.commandId() + ": " + String.join("; ", known.reasons()));
    } else if (known.effects().contains(PackEffect.DISCARD)) {
      reasons.add(known.commandId() + ": may discard uncommitted work");
    }
    if (inner instanceof Inner.MoreArguments(Command command) && !readsAny(command.argv())) {
      reasons.add(known.commandId() + " gets further arguments that nobody knows yet");
    }
    if (needsNetwork(known) && !reaches(known.addresses(), token)) {
      return new Permission.Networked(known.commandId(), known.addresses(), reasons);
    }
    return reasons.isEmpty() ? new Permission.Safe() : new Permission.Destructive(reasons);
  }

  /// A build that would look for what is missing works without, or says what is missing; the
  /// sandbox sees to it that it reaches nothing.
  private static boolean needsNetwork(Reading.Known known) {
    boolean builds =
        known.risk() == Risk.SAFE
            && known.effects().contains(PackEffect.EXECUTE)
            && known.addresses().isEmpty();
    return known.effects().contains(PackEffect.NETWORK) && !builds;
  }

  /// Whether the network policy can serve a command; which hosts it really reaches is the proxy's
  /// business.
  private static boolean reaches(List<String> addresses, AuthorityToken token) {
    return switch (token.network()) {
      case NetworkPolicy.Deny() -> false;
      case NetworkPolicy.Localhost() ->
          !addresses.isEmpty() && addresses.stream().allMatch(Enforcement::isLocal);
      case NetworkPolicy.Allowlist(List<String> hosts) -> !hosts.isEmpty();
    };
  }

  private static boolean reachesAny(AuthorityToken token) {
    return switch (token.network()) {
      case NetworkPolicy.Deny() -> false;
      case NetworkPolicy.Localhost() -> true;
      case NetworkPolicy.Allowlist(List<String> hosts) -> !hosts.isEmpty();
    };
  }

  private static boolean isLocal(String address) {
    return LOCAL.matcher(address).matches();
  }
}
