// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.door;

import dev.writ.base.json.Json;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.Receipt;
import java.util.ArrayList;
import java.util.List;

/// Takes secrets out of what is recorded and answered of a call (INV-14).
///
/// @param masker knows the secrets
record CallMasking(SecretMasker masker) {
  /// The same with further secrets, which only this call holds.
  CallMasking knowing(List<String> secrets) {
    return secrets.isEmpty() ? this : new CallMasking(masker.with(secrets));
  }

  /// The receipt's text of a call: a secret that a person gave a model does not enter the log when
  /// it is used.
  Receipt.Subject subject(Receipt.Subject subject) {
    List<Json> effects = new ArrayList<>();
    for (Json effect : subject.effects()) {
      effects.add(masker.mask(effect));
    }
    return new Receipt.Subject(
        masker.mask(subject.callId()),
        masker.mask(subject.tool()),
        effects,
        masker.mask(subject.commandLine()),
        subject.command());
  }

  /// The gates' verdicts: a question may quote the call.
  List<GateAnswer> answers(List<GateAnswer> answers) {
    return answers.stream()
        .map(answer -> new GateAnswer(answer.gate(), answer.kind(), masker.mask(answer.detail())))
        .toList();
  }

  /// A result: secrets are masked once, where a text enters the conversation.
  ToolResult result(ToolResult result) {
    if (result instanceof ToolResult.Success(String output, boolean truncated, var metadata)) {
      return new ToolResult.Success(masker.mask(output), truncated, metadata);
    }
    return new ToolResult.Failure(error(((ToolResult.Failure) result).error()), result.metadata());
  }

  /// The reason of a failure or a denial.
  ToolError error(ToolError error) {
    return new ToolError(error.code(), masker.mask(error.message()), error.requiredAction());
  }
}
