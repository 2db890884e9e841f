// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.value.ErrorCode;
import dev.writ.command.language.Command;
import dev.writ.command.language.ExecutionVariables;
import dev.writ.command.language.ReviewedVariables;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.RiskLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Combines the packs' knowledge of a command with the grants of a project's owner, in the order of
/// §8.2: schema, authority and its end, tool, parameters, binary. The containment gate judges the
/// paths.
public final class AuthorityEnforcement {
  private static final Pattern LOCAL =
      Pattern.compile("([a-z]+://)?(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]+)?([/?#].*)?");

  /// Stands for an argument that is not known yet: not an option, and not a command of any pack.
  private static final String UNKNOWN = "?";

  /// The bounds of the allowlist's grants: no network.
  private static final AuthorityToken NOTHING_ELSE = AuthorityToken.ofSession("");

  private final PackRegistry packs;
  private final StandingPermissions standing;
  private final ReadingRule reading;
  private final boolean confines;

  /// @param standing the permissions of the person's own configuration
  /// @param confines whether commands run in a sandbox: without one nothing is contained
  public AuthorityEnforcement(PackRegistry packs, StandingPermissions standing, boolean confines) {
    this.packs = packs;
    this.standing = standing;
    this.reading = new ReadingRule(packs, standing.observeExecutes());
    this.confines = confines;
  }

  /// Whether a person agreed that commands run unasked as long as their effects stay in the
  /// workspace, and a sandbox sees to it.
  ///
  /// @param now seconds since 1970
  public boolean isContained(Authority authority, long now) {
    return authority.token().filter(token -> isContained(token, now)).isPresent();
  }

  private boolean isContained(AuthorityToken token, long now) {
    return confines && token.contains(ContainedRule.ALLOW, now);
  }

  /// The authority's verdict on a command.
  ///
  /// @param now seconds since 1970
  public CommandPermission judge(InnerCommand inner, Authority authority, long now) {
    List<String> unreviewed = new ArrayList<>();
    boolean contained = isContained(authority, now) && !isGit(inner);
    for (Map.Entry<String, String> variable : inner.command().environment().entrySet()) {
      String name = variable.getKey();
      if (ReviewedVariables.admits(name, variable.getValue())) {
        continue;
      }
      if (ExecutionVariables.contains(name)) {
        return new CommandPermission.Denied(
            ErrorCode.COMMAND_UNSUPPORTED,
            name + " changes what is executed, so no command may set it so");
      }
      if (!contained && !standing.settable().contains(name)) {
        unreviewed.add(name + " is set, and no person has reviewed its effects");
      }
    }
    CommandPermission permission = program(inner, authority, now);
    if (!contained && permission.reads()) {
      inner.command().environment().keySet().stream()
          .filter(ReviewedVariables::leadsToCode)
          .forEach(name -> unreviewed.add(name + " may make it run code of the workspace"));
    }
    return unreviewed.isEmpty() ? permission : asking(permission, unreviewed);
  }

  /// The same, and what else a person is to agree to.
  private static CommandPermission asking(CommandPermission permission, List<String> further) {
    return switch (permission) {
      case CommandPermission.Free _ -> new CommandPermission.Destructive(further);
      case CommandPermission.Safe _ -> new CommandPermission.Destructive(further);
      case CommandPermission.ReadPermission _ -> new CommandPermission.Destructive(further);
      case CommandPermission.Destructive(List<String> reasons) ->
          new CommandPermission.Destructive(both(reasons, further));
      case CommandPermission.Networked(String id, List<String> addresses, List<String> reasons) ->
          new CommandPermission.Networked(id, addresses, both(reasons, further));
      case CommandPermission.Beyond(String reason) ->
          new CommandPermission.Beyond(String.join("; ", both(List.of(reason), further)));
      case CommandPermission.Denied denied -> denied;
    };
  }

  private static List<String> both(List<String> reasons, List<String> further) {
    return Stream.concat(reasons.stream(), further.stream()).toList();
  }

  /// The authority's verdict on the program and its arguments.
  private CommandPermission program(InnerCommand inner, Authority authority, long now) {
    Command command = inner.command();
    List<String> argv = command.argv();
    String program = SystemProgram.name(argv.getFirst());
    if (isFree(inner)) {
      return new CommandPermission.Free();
    }
    Optional<AuthorityToken> token = authority.token();
    if (token.isEmpty()) {
      return authority instanceof Authority.MissingAuthority && isAllowlisted(inner)
          ? allowlisted(inner)
          : withoutToken(authority, inner, program);
    }
    if (token.get().expired(now)) {
      return denied("the authority of this project has expired (" + authority.words() + ")");
    }
    if (isContained(token.get(), now) && token.get().narrowsTo(program)) {
      return contained(inner, token.get());
    }
    return withToken(inner, argv, program, token.get());
  }

  /// The command stays in the sandbox, and its changes can be undone: its program need not be
  /// known. Packs name the exceptions.
  private CommandPermission contained(InnerCommand inner, AuthorityToken token) {
    List<String> argv = new ArrayList<>(inner.command().argv());
    if (inner instanceof InnerCommand.MoreArguments) {
      argv.add(UNKNOWN);
    }
    return switch (packs.read(argv)) {
      case PackReading.Known known ->
          granted(
              new InnerCommand.ExactCommand(inner.command()), known, token, RiskLevel.CONTAINED);
      case PackReading.Unnamed unnamed ->
          unnamed.connects() && !reachesAny(token)
              ? new CommandPermission.Networked(unnamed.words(), List.of(), List.of())
              : unnamed.contained() && !isGit(inner)
                  ? new CommandPermission.Safe()
                  : new CommandPermission.Destructive(List.of(words(unnamed)));
      case PackReading.NoPack _ ->
          packs.readByName(argv) instanceof PackReading.Known known && needsNetwork(known)
              ? granted(
                  new InnerCommand.ExactCommand(inner.command()), known, token, RiskLevel.CONTAINED)
              : new CommandPermission.Safe();
      case PackReading.WithdrawnPack withdrawn -> scoped(inner, withdrawn, token);
      case PackReading.RefusedReading refused -> invalid(refused);
    };
  }

  /// Only Git may write its data in `.git`, and no record of Writ can restore them.
  private static boolean isGit(InnerCommand inner) {
    return inner.command().programName().equals("git");
  }

  private static CommandPermission invalid(PackReading.RefusedReading refused) {
    return new CommandPermission.Denied(
        ErrorCode.PACK_INVALID,
        "the pack of %s is refused: %s".formatted(refused.tool(), refused.why()));
  }

  /// Whether it would run unasked where a person agreed to all that can be taken back.
  public boolean isContainable(InnerCommand inner) {
    return isFree(inner)
        || (confines && contained(inner, NOTHING_ELSE) instanceof CommandPermission.Safe);
  }

  /// Whether a sandbox sees to it that all changes are recorded.
  public boolean confines() {
    return confines;
  }

  /// Whether it is harmless reading, which needs no grant.
  public boolean isFree(InnerCommand inner) {
    return reading.isFree(inner);
  }

  private boolean isKnownReading(InnerCommand inner) {
    return confines && reading.isKnown(inner);
  }

  /// The schema of a command that its pack marks as safe and without network. A person may grant it
  /// for all arguments.
  public Optional<String> safeSchema(InnerCommand inner) {
    return known(inner)
        .filter(known -> known.risk() == RiskLevel.SAFE && !needsNetwork(known))
        .map(PackReading.Known::commandId);
  }

  /// The pack's command that matches, if any.
  public Optional<PackReading.Known> known(InnerCommand inner) {
    return inner instanceof InnerCommand.ExactCommand(Command command)
            && packs.read(command.argv()) instanceof PackReading.Known known
        ? Optional.of(known)
        : Optional.empty();
  }

  /// Whether a command may run code that isn't its own, which packs know only of some not to do.
  public boolean runsCode(InnerCommand inner) {
    return !isFree(inner)
        && known(inner).filter(known -> !known.effects().contains(PackEffect.EXECUTE)).isEmpty();
  }

  private CommandPermission withoutToken(Authority authority, InnerCommand inner, String program) {
    if (isKnownReading(inner)) {
      return new CommandPermission.ReadPermission();
    }
    Optional<String> opaque =
        inner instanceof InnerCommand.Opaque(var _, String why)
            ? Optional.of(why)
            : Optional.empty();
    String before = opaque.map(why -> why + "; ").orElse("");
    if (authority instanceof Authority.MalformedAuthority) {
      return denied(
          "%s%s is more than reading (%s)"
              .formatted(program, opaque.map(why -> ": " + why).orElse(""), authority.words()));
    }
    String untrusted =
        "no person has confirmed %s in its current state; `writ trust` does that"
            .formatted(AuthorityFile.PATH);
    return beyond(before + (authority instanceof Authority.Untrusted ? untrusted : hint(inner)));
  }

  /// A hint for a person who never declared the project's authority: what would ask then.
  private String hint(InnerCommand inner) {
    CommandPermission otherwise = contained(inner, NOTHING_ELSE);
    if (otherwise instanceof CommandPermission.Destructive(List<String> reasons)) {
      return String.join("; ", reasons);
    }
    if (otherwise instanceof CommandPermission.Networked networked) {
      List<String> reasons = networked.reasons();
      if (!reasons.isEmpty()) {
        return String.join("; ", reasons);
      }
      // the hosts that it names are a concern of their own
      return networked.addresses().isEmpty()
          ? networked.reason()
          : "this project grants nothing yet";
    }
    return "this project grants nothing yet; `writ init` "
        + (confines ? "would end these questions" : "proposes a fitting authority file");
  }

  /// Whether a command's changes in the workspace can be undone, as far as packs know.
  public boolean isReversible(InnerCommand inner) {
    return isFree(inner) || (!isGit(inner) && isContainable(inner));
  }

  private boolean isAllowlisted(InnerCommand inner) {
    return !(inner instanceof InnerCommand.Opaque)
        && standing.allowlist().stream().anyMatch(pattern -> pattern.covers(inner.command()));
  }

  /// A person's own list says of a program without a pack all that there is to say.
  private CommandPermission allowlisted(InnerCommand inner) {
    return packs.read(inner.command().argv()) instanceof PackReading.NoPack
            && inner instanceof InnerCommand.ExactCommand
        ? new CommandPermission.Safe()
        : scoped(inner, packs.read(inner.command().argv()), NOTHING_ELSE);
  }

  private static CommandPermission denied(String message) {
    return new CommandPermission.Denied(ErrorCode.AUTHORITY_DENIED, message);
  }

  /// A person may grant what the project's file does not.
  private static CommandPermission beyond(String reason) {
    return new CommandPermission.Beyond(reason);
  }

  private static CommandPermission unlisted(String program) {
    return beyond(program + " is not in allowed_bins");
  }

  private CommandPermission withToken(
      InnerCommand inner, List<String> argv, String program, AuthorityToken token) {
    if (inner instanceof InnerCommand.Opaque(Command _, String reason)) {
      return beyond(program + ": " + reason);
    }
    PackReading reading = packs.read(argv);
    return switch (token.level()) {
      case OBSERVE ->
          isKnownReading(inner)
              ? new CommandPermission.ReadPermission()
              : beyond(program + " is more than the level observe permits");
      case TOOLS_ONLY, PARAMETERIZED_TOOLS -> listed(inner, argv, program, reading, token);
      case SCOPED_COMMANDS ->
          token.allowsBinary(program) ? scoped(inner, reading, token) : unlisted(program);
    };
  }

  private CommandPermission listed(
      InnerCommand inner,
      List<String> argv,
      String program,
      PackReading reading,
      AuthorityToken token) {
    String level = token.level().word();
    String without = "there is no pack for " + program + ", and " + level + " permits packs' tools";
    return switch (reading) {
      case PackReading.Unnamed unnamed -> beyond(words(unnamed));
      case PackReading.RefusedReading refused -> invalid(refused);
      case PackReading.NoPack _ -> beyond(without);
      case PackReading.WithdrawnPack _ -> beyond(without);
      case PackReading.Known known when !token.allowsTool(known.commandId()) ->
          beyond(known.commandId() + " is not in allowed_tools");
      case PackReading.Known known
          when token.level() == AuthorityLevel.TOOLS_ONLY && !isBare(known, argv) ->
          beyond(known.commandId() + " may have no parameters at the level " + level);
      // A list of tools names their binaries, too; a list of binaries narrows it.
      case PackReading.Known _ when !token.narrowsTo(program) -> unlisted(program);
      case PackReading.Known known -> granted(inner, known, token, RiskLevel.SAFE);
    };
  }

  private static String words(PackReading.Unnamed unnamed) {
    String word = unnamed.word().isEmpty() ? "" : ": " + unnamed.word();
    return unnamed.words() + word + ": " + unnamed.why();
  }

  /// Whether an invocation is its command's words and nothing else.
  private boolean isBare(PackReading.Known known, List<String> argv) {
    String tool = known.commandId().split("\\.", 2)[0];
    List<String> words = argv.subList(1, argv.size());
    return packs.commands(tool).stream()
        .anyMatch(
            command -> command.id().equals(known.commandId()) && command.words().equals(words));
  }

  private static CommandPermission scoped(
      InnerCommand inner, PackReading reading, AuthorityToken token) {
    return switch (reading) {
      case PackReading.Known known -> granted(inner, known, token, RiskLevel.SAFE);
      case PackReading.Unnamed unnamed ->
          unnamed.connects() && !reachesAny(token)
              ? new CommandPermission.Networked(unnamed.words(), List.of(), List.of(words(unnamed)))
              : new CommandPermission.Destructive(List.of(words(unnamed)));
      case PackReading.NoPack(String program) ->
          new CommandPermission.Destructive(List.of("no pack describes " + program));
      case PackReading.WithdrawnPack withdrawn ->
          new CommandPermission.Destructive(List.of(withdrawn.why()));
      case PackReading.RefusedReading refused -> invalid(refused);
    };
  }

  /// @param accepted the risk up to which no question is needed
  private static CommandPermission granted(
      InnerCommand inner, PackReading.Known known, AuthorityToken token, RiskLevel accepted) {
    List<String> reasons = new ArrayList<>();
    if (known.risk().compareTo(accepted) > 0) {
      reasons.add(
          known.reasons().isEmpty()
              ? known.words() + " is destructive"
              : known.words() + ": " + String.join("; ", known.reasons()));
    }
    if (inner instanceof InnerCommand.MoreArguments(Command command)
        && !ReadingRule.readsAny(command.argv())) {
      reasons.add(known.words() + " gets further arguments that are not known yet");
    }
    if (needsNetwork(known) && !reaches(known.addresses(), token)) {
      return new CommandPermission.Networked(known.words(), known.addresses(), reasons);
    }
    return reasons.isEmpty()
        ? new CommandPermission.Safe()
        : new CommandPermission.Destructive(reasons);
  }

  /// A build that would download missing dependencies works without the network or reports them;
  /// the sandbox keeps it from reaching any host.
  private static boolean needsNetwork(PackReading.Known known) {
    return known.effects().contains(PackEffect.NETWORK) && !known.builds();
  }

  /// Whether the network policy can serve a command; which hosts it really reaches is the proxy's
  /// business.
  private static boolean reaches(List<String> addresses, AuthorityToken token) {
    return switch (token.network()) {
      case NetworkPolicy.NoNetwork() -> false;
      case NetworkPolicy.LocalhostOnly() ->
          !addresses.isEmpty() && addresses.stream().allMatch(LOCAL.asMatchPredicate());
      case NetworkPolicy.HostAllowlist(List<String> hosts) -> !hosts.isEmpty();
    };
  }

  private static boolean reachesAny(AuthorityToken token) {
    return switch (token.network()) {
      case NetworkPolicy.NoNetwork() -> false;
      case NetworkPolicy.LocalhostOnly() -> true;
      case NetworkPolicy.HostAllowlist(List<String> hosts) -> !hosts.isEmpty();
    };
  }
}
