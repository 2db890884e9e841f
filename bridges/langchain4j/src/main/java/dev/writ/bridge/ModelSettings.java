// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.bridge;

import dev.langchain4j.model.chat.StreamingChatModel;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Builds a model of LangChain4j from words, whatever module it comes from: `NAME=VALUE` calls the
/// builder's method of that name.
final class ModelSettings {
  private static final Set<String> FACTORIES = Set.of("valueOf", "of", "parse");

  private ModelSettings() {}

  /// The model.
  ///
  /// @param key what `@key` stands for
  /// @param modelName what `@model` stands for
  /// @throws IllegalArgumentException where there is no such class or setting, in words for people
  static StreamingChatModel build(
      String type, List<String> settings, String key, String modelName) {
    try {
      Object builder = Class.forName(type).getMethod("builder").invoke(null);
      for (String setting : settings) {
        String[] parts = setting.split("=", 2);
        if (parts.length < 2) {
          throw new IllegalArgumentException("not NAME=VALUE: " + setting);
        }
        String value =
            switch (parts[1]) {
              case "@key" -> key;
              case "@model" -> modelName;
              default -> parts[1];
            };
        set(builder, parts[0], value);
      }
      return (StreamingChatModel) builder.getClass().getMethod("build").invoke(builder);
    } catch (ReflectiveOperationException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalArgumentException("cannot make a " + type + ": " + cause, e);
    }
  }

  private static void set(Object builder, String name, String value)
      throws ReflectiveOperationException {
    for (Method method : builder.getClass().getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == 1) {
        Optional<Object> converted = converted(method.getParameterTypes()[0], value);
        if (converted.isPresent()) {
          method.invoke(builder, converted.get());
          return;
        }
      }
    }
    throw new IllegalArgumentException(
        builder.getClass().getSimpleName() + " cannot be told " + name + " in words");
  }

  /// The value as that type has it: by its own `valueOf`, `of` or `parse` if it is no text.
  private static Optional<Object> converted(Class<?> type, String value)
      throws ReflectiveOperationException {
    if (type.isAssignableFrom(String.class)) {
      return Optional.of(value);
    }
    Class<?> boxed = MethodType.methodType(type).wrap().returnType();
    for (Method method : boxed.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          && FACTORIES.contains(method.getName())
          && method.getReturnType() == boxed
          && method.getParameterCount() == 1
          && method.getParameterTypes()[0].isAssignableFrom(String.class)) {
        return Optional.of(method.invoke(null, value));
      }
    }
    return Optional.empty();
  }
}
