// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

/// The providers that are part of the program, in the form in which a person adds others. They are
/// text in a class because to open a resource costs a cold start ten times what it costs to read
/// the text.
final class ShippedPresets {
  private ShippedPresets() {}

  static final String JSON =
      """
      {"providers": [
        {"name": "ollama", "endpoint": "http://localhost:11434", "key": "OLLAMA_API_KEY", "wire": "ollama"},
        {"name": "openai", "endpoint": "https://api.openai.com/v1", "key": "OPENAI_API_KEY", "wire": "openai"},
        {"name": "anthropic", "endpoint": "https://api.anthropic.com", "key": "ANTHROPIC_API_KEY", "wire": "anthropic"},
        {"name": "gemini", "endpoint": "https://generativelanguage.googleapis.com/v1beta", "key": "GEMINI_API_KEY", "wire": "gemini"},
        {"name": "copilot", "key": "GITHUB_TOKEN", "wire": "copilot"},
        {"name": "apple", "wire": "apple"},
        {"name": "openai-compatible", "wire": "chat"},
        {"name": "openai-responses", "wire": "responses"},
        {"name": "lm-studio", "endpoint": "http://localhost:1234/v1", "wire": "chat"},
        {"name": "localai", "endpoint": "http://localhost:8080/v1", "wire": "chat"},
        {"name": "llama.cpp", "endpoint": "http://localhost:8080/v1", "wire": "chat"},
        {"name": "vllm", "endpoint": "http://localhost:8000/v1", "wire": "chat"},
        {"name": "openrouter", "endpoint": "https://openrouter.ai/api/v1", "key": "OPENROUTER_API_KEY", "wire": "chat"},
        {"name": "groq", "endpoint": "https://api.groq.com/openai/v1", "key": "GROQ_API_KEY", "wire": "chat"},
        {"name": "deepseek", "endpoint": "https://api.deepseek.com/v1", "key": "DEEPSEEK_API_KEY", "wire": "chat-with-reasoning"},
        {"name": "mistral", "endpoint": "https://api.mistral.ai/v1", "key": "MISTRAL_API_KEY", "wire": "chat-without-usage"},
        {"name": "replay", "wire": "replay"}
      ]}
      """;
}
