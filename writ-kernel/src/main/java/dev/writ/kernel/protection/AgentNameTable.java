// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

/// The names of [ObeyedNameTable] that other agents obey: servers that they start, hooks, commands.
final class AgentNameTable {
  /// Written as the other rows are.
  static final String ROWS =
      """
      refused | .mcp.json | agents | modelcontextprotocol.io: project scope
      refused | .claude | Claude Code | code.claude.com/docs: settings
      refused | .codex | Codex | developers.openai.com/codex: config
      refused | .cursor | Cursor | cursor.com/docs: mcp.json, hooks.json
      refused | .gemini | Gemini CLI | geminicli.com/docs: settings.json
      refused | .windsurf | Windsurf | docs.windsurf.com
      refused | .kiro | Kiro | kiro.dev/docs: hooks, settings/mcp.json
      refused | .roo | Roo Code | docs.roocode.com: .roo/mcp.json
      refused | .clinerules/hooks | Cline | docs.cline.bot/customization/hooks
      refused | .cline | Cline | docs.cline.bot/customization/plugins
      refused | .github/hooks | GitHub Copilot CLI | docs.github.com/en/copilot: cli-hooks-reference
      refused | .github/copilot | GitHub Copilot CLI | docs.github.com/en/copilot: cli-config-dir-reference
      refused | .github/mcp.json | GitHub Copilot CLI | docs.github.com/en/copilot: cli-command-reference
      refused | .github/lsp.json | GitHub Copilot CLI | docs.github.com/en/copilot: add-lsp-servers
      refused | .github/extensions | GitHub Copilot CLI | docs.github.com/en/copilot: about-cli-extensions
      asks | .github/agents | GitHub Copilot CLI | docs.github.com/en/copilot: agents' mcp-servers
      refused | .pi | pi | github.com/badlogic/pi-mono: .pi/settings.json, .pi/extensions
      refused | .amp | Amp | ampcode.com/manual: .amp/settings.json
      refused | .kilocode | Kilo Code | kilo.ai/docs: .kilocode/mcp.json
      refused | .kilo | Kilo Code | kilo.ai/docs: automate/mcp, .kilo/kilo.jsonc
      refused | kilo.json | Kilo Code | kilo.ai/docs: automate/mcp
      refused | kilo.jsonc | Kilo Code | kilo.ai/docs: automate/mcp
      refused | .devin | Devin CLI | docs.devin.ai/cli/extensibility/configuration: mcpServers, hooks
      refused | .continue | Continue | docs.continue.dev: mcpServers
      refused | .opencode | opencode | opencode.ai/docs: plugins, commands
      refused | opencode.json | opencode | opencode.ai/docs/config
      refused | opencode.jsonc | opencode | opencode.ai/docs/config
      refused | .junie | Junie | jetbrains.com/help/junie: mcp
      refused | .amazonq | Amazon Q | docs.aws.amazon.com/amazonq: mcp.json, cli-agents
      refused | .qwen | Qwen Code | qwenlm.github.io/qwen-code-docs: settings.json
      refused | .crush.json | Crush | github.com/charmbracelet/crush
      refused | crush.json | Crush | github.com/charmbracelet/crush
      refused | .crush | Crush | github.com/charmbracelet/crush
      refused | .aider.conf.yml | aider | aider.chat/docs/config: lint-cmd, test-cmd
      refused | .aider.model.settings.yml | aider | aider.chat/docs/config: extra_params
      refused | .openhands | OpenHands | docs.openhands.dev: setup.sh, pre-commit.sh
      refused | .trae | Trae | docs.trae.ai: mcp.json
      refused | .augment | Augment | docs.augmentcode.com: settings.json
      refused | .factory | Droid | docs.factory.ai: mcp.json, hooks
      refused | .grok | Grok Build | docs.x.ai/build: settings, project config.toml; hooks
      refused | .qoder | Qoder | docs.qoder.com/cli/hooks: project settings.json
      refused | .codebuddy | CodeBuddy | docs.rs/crate/agent-config: codebuddy, project hooks
      refused | .iflow | iFlow CLI | platform.iflow.cn/en/cli: mcp, project level
      refused | .vibe | Mistral Vibe | docs.mistral.ai/vibe/code/cli/configuration: project config.toml
      refused | .kimi-code | Kimi Code | moonshotai.github.io/kimi-code: customization/mcp, project mcp.json
      refused | .agents/hooks.json | Antigravity | antigravity.google/docs/hooks: workspace
      refused | .agents/mcp_config.json | Antigravity | antigravity.google/docs: mcp, workspace
      refused | .antigravitycli | Antigravity | cisco-ai-defense.github.io/defenseclaw: antigravity connector
      refused | .air/mcp.json | JetBrains Air | jetbrains.com/help/air: mcp-servers, local
      asks | .serena/project.yml | Serena | oraios.github.io/serena: ls_path
      asks | .serena/project.local.yml | Serena | oraios.github.io/serena: ls_path
      asks | conductor.json | Conductor | docs.conductor.build/core/scripts: setup
      """;

  private AgentNameTable() {}
}
