// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.base.schema;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One named argument.
///
/// @param aliases names under which other agents' habits send it
public record ParameterSpec(
    String name, ValueType type, boolean required, String description, List<String> aliases) {
  public ParameterSpec {
    aliases = List.copyOf(aliases);
  }

  /// An argument that must be there.
  public static ParameterSpec required(String name, ValueType type, String... aliases) {
    return new ParameterSpec(name, type, true, "", List.of(aliases));
  }

  /// An argument that may be left out.
  public static ParameterSpec optional(String name, ValueType type, String... aliases) {
    return new ParameterSpec(name, type, false, "", List.of(aliases));
  }

  /// The same with a description for models.
  public ParameterSpec described(String text) {
    return new ParameterSpec(name, type, required, text, aliases);
  }

  /// The JSON Schema of an object with these members.
  public static Json.Builder schema(List<ParameterSpec> parameters) {
    Json.Builder properties = Json.object();
    List<String> required = new ArrayList<>();
    for (ParameterSpec parameter : parameters) {
      Json.Builder schema = parameter.type().schema();
      if (!parameter.description().isEmpty()) {
        schema.put("description", parameter.description());
      }
      properties.put(parameter.name(), schema.build());
      if (parameter.required()) {
        required.add(parameter.name());
      }
    }
    Json.Builder schema = Json.object().put("type", "object").put("properties", properties.build());
    return required.isEmpty() ? schema : schema.put("required", Json.texts(required));
  }

  /// The object with aliases replaced by the names they stand for, `null` members left out.
  public static Json.Obj canonical(List<ParameterSpec> parameters, Json.Obj object) {
    Map<String, Json> members = new LinkedHashMap<>();
    object.members().forEach((name, value) -> put(members, parameters, object, name, value));
    return new Json.Obj(members);
  }

  private static void put(
      Map<String, Json> members,
      List<ParameterSpec> parameters,
      Json.Obj object,
      String name,
      Json value) {
    if (value instanceof Json.Null) {
      return;
    }
    String meant = name;
    for (ParameterSpec parameter : parameters) {
      if (parameter.aliases().contains(name) && object.get(parameter.name()).isEmpty()) {
        meant = parameter.name();
        break;
      }
    }
    members.put(meant, value);
  }

  /// The errors of an object: unknown, missing or mistyped members.
  public static Optional<String> problem(
      String where, List<ParameterSpec> parameters, Json.Obj object) {
    Map<String, ParameterSpec> known = new LinkedHashMap<>();
    parameters.forEach(parameter -> known.put(parameter.name(), parameter));
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      ParameterSpec parameter = known.get(member.getKey());
      if (parameter == null) {
        return Optional.of(
            where
                + member.getKey()
                + ": unknown argument; known arguments are "
                + String.join(", ", known.keySet()));
      }
      Optional<String> problem =
          parameter.type().problem(where + member.getKey(), member.getValue());
      if (problem.isPresent()) {
        return problem;
      }
    }
    for (ParameterSpec parameter : parameters) {
      if (parameter.required() && object.get(parameter.name()).isEmpty()) {
        return Optional.of(where + parameter.name() + ": is missing");
      }
    }
    return Optional.empty();
  }
}
