// Implements: docs/spec/05-providers.md §5.1 (The port)
// Are our requests and our scripted server what the providers' own libraries say and understand?
//
//   npm install --prefix DIR @anthropic-ai/sdk openai @google/genai ollama typescript @types/node@20
//   node build/sdks.mjs DIR [CLASSPATH]      CLASSPATH: that of ScriptedModelServer
//
// 1. Every golden request has the type that the library gives its own requests (tsc).
// 2. The library sends every golden request word for word as Writ does, and reads the answer.
// 3. The library's own stream reader finds in the scripted server's answers what the script has.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const golden = path.join(root, "writ-wire", "src", "test", "resources", "golden");
if (!process.argv[2]) {
  console.error("usage: node build/sdks.mjs DIR [CLASSPATH]");
  process.exit(2);
}
const packages = path.resolve(process.argv[2]);
const classes =
  process.argv[3] ??
  ["testkit", "base"].map((it) => path.join(root, `writ-${it}`, "target", "classes")).join(path.delimiter);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "writ-sdks-"));
const found = createRequire(path.join(packages, "node_modules", "x.js"));
const load = (name) => import(pathToFileURL(found.resolve(name)).href);
const version = (name) =>
  JSON.parse(fs.readFileSync(path.join(packages, "node_modules", name, "package.json"), "utf8")).version;

// What the library sends. Gemini's adds an empty `generationConfig`.
let sent;
const plainFetch = globalThis.fetch;
globalThis.fetch = (address, options) => {
  sent = options?.body ? JSON.parse(String(options.body)) : undefined;
  if (isDeepStrictEqual(sent?.generationConfig, {})) delete sent.generationConfig;
  return plainFetch(address, options);
};

// Gemini's library takes what stands beside `contents` on the wire as one `config`.
const geminiParams = ({ contents, generationConfig, ...rest }) => ({
  model: "scripted",
  contents,
  config: { ...generationConfig, ...rest },
});

/** One row a wire: its package, the type of its requests, and how its reader is asked. */
const wires = {
  anthropic: {
    name: "@anthropic-ai/sdk",
    // The library no longer has `temperature`, which the models up to 4.6 and imitating servers take.
    type: `import Anthropic from "@anthropic-ai/sdk";
type Request = Anthropic.MessageCreateParamsStreaming & { temperature?: number };`,
    async ask(url, body) {
      const { default: Anthropic } = await load(this.name);
      const client = new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 });
      const said = await client.messages.stream(body).finalMessage();
      const of = (type) => said.content.filter((block) => block.type === type);
      return {
        text: of("text").map((it) => it.text).join(""),
        reasoning: of("thinking").map((it) => it.thinking).join(""),
        calls: of("tool_use").map((it) => [it.name, it.input]),
        finish: said.stop_reason,
        usage: [
          said.usage.input_tokens + said.usage.cache_read_input_tokens,
          said.usage.output_tokens,
          said.usage.cache_read_input_tokens,
        ],
      };
    },
    finishes: ["end_turn", "tool_use", "max_tokens"],
  },
  openai: {
    name: "openai",
    type: 'import OpenAI from "openai"; type Request = OpenAI.Chat.ChatCompletionCreateParamsStreaming;',
    async ask(url, body) {
      const { default: OpenAI } = await load(this.name);
      const client = new OpenAI({ baseURL: url + "/v1", apiKey: "k", maxRetries: 0 });
      let reasoning = "";
      const stream = client.chat.completions.stream(body);
      stream.on("chunk", (chunk) => (reasoning += chunk.choices[0]?.delta.reasoning_content ?? ""));
      const said = await stream.finalChatCompletion();
      const { message, finish_reason: finish } = said.choices[0];
      return {
        text: message.content ?? "",
        reasoning,
        calls: (message.tool_calls ?? []).map((it) => [it.function.name, JSON.parse(it.function.arguments)]),
        finish,
        usage: [
          said.usage.prompt_tokens,
          said.usage.completion_tokens,
          said.usage.prompt_tokens_details.cached_tokens,
        ],
      };
    },
    finishes: ["stop", "tool_calls", "length"],
  },
  responses: {
    name: "openai",
    type: 'import OpenAI from "openai"; type Request = OpenAI.Responses.ResponseCreateParamsStreaming;',
    async ask(url, body) {
      const { default: OpenAI } = await load(this.name);
      const client = new OpenAI({ baseURL: url + "/v1", apiKey: "k", maxRetries: 0 });
      const said = await client.responses.stream(body).finalResponse();
      const of = (type) => said.output.filter((item) => item.type === type);
      return {
        text: said.output_text,
        reasoning: of("reasoning").flatMap((it) => it.summary.map((part) => part.text)).join(""),
        calls: of("function_call").map((it) => [it.name, JSON.parse(it.arguments)]),
        finish: said.incomplete_details?.reason ?? said.status,
        usage: [
          said.usage.input_tokens,
          said.usage.output_tokens,
          said.usage.input_tokens_details.cached_tokens,
        ],
      };
    },
    finishes: ["completed", "completed", "max_output_tokens"],
  },
  gemini: {
    name: "@google/genai",
    // JSON has an enumeration's values, not its constants.
    type: `import { GenerateContentParameters } from "@google/genai";
type Plain<T> = T extends string ? \`\${T}\` : T extends (...a: never[]) => unknown ? T
  : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type Request = Plain<GenerateContentParameters>;`,
    params: geminiParams,
    async ask(url, body) {
      const { GoogleGenAI } = await load(this.name);
      const client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: url } });
      const parts = [];
      let finish, tokens;
      for await (const chunk of await client.models.generateContentStream(geminiParams(body))) {
        parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
        finish = chunk.candidates?.[0]?.finishReason ?? finish;
        tokens = chunk.usageMetadata ?? tokens;
      }
      const text = (thought) => parts.filter((it) => it.text && !it.thought === !thought).map((it) => it.text).join("");
      return {
        text: text(false),
        reasoning: text(true),
        calls: parts.filter((it) => it.functionCall).map((it) => [it.functionCall.name, it.functionCall.args]),
        finish,
        usage: [tokens.promptTokenCount, tokens.candidatesTokenCount, tokens.cachedContentTokenCount],
      };
    },
    finishes: ["STOP", "STOP", "MAX_TOKENS"],
  },
  ollama: {
    name: "ollama",
    // The server knows `truncate` (api/types.go, ChatRequest); the library's types don't have it yet.
    type: 'import { ChatRequest } from "ollama"; type Request = ChatRequest & { truncate?: boolean; stream: true };',
    async ask(url, body) {
      const { Ollama } = await load(this.name);
      const said = { text: "", reasoning: "", calls: [] };
      for await (const { message, ...rest } of await new Ollama({ host: url }).chat(body)) {
        said.text += message.content;
        said.reasoning += message.thinking ?? "";
        said.calls.push(...(message.tool_calls ?? []).map((it) => [it.function.name, it.function.arguments]));
        said.finish = rest.done_reason;
        said.usage = [rest.prompt_eval_count, rest.eval_count, undefined];
      }
      return said;
    },
    finishes: ["stop", "stop", "length"],
  },
};

const files = fs.readdirSync(golden).sort();
const speakers = { openai: "openai|copilot|apple" };
const goldens = (wire) =>
  files
    .filter((file) => new RegExp(`\\b(${speakers[wire] ?? wire})\\b`).test(file))
    .map((file) => [file, JSON.parse(fs.readFileSync(path.join(golden, file), "utf8"))]);

let bad = 0;
const tell = (good, what, why = "") => {
  bad += good ? 0 : 1;
  console.log(`${good ? "ok " : "BAD"} ${what}${good || !why ? "" : ": " + why}`);
};

function types() {
  for (const [wire, { type, params }] of Object.entries(wires)) {
    const lines = goldens(wire).map(
      ([, body], at) => `export const request${at}: Request = ${JSON.stringify(params ? params(body) : body)};`,
    );
    fs.writeFileSync(path.join(scratch, wire + ".ts"), `${type}\n${lines.join("\n")}\n`);
  }
  fs.symlinkSync(path.join(packages, "node_modules"), path.join(scratch, "node_modules"));
  fs.writeFileSync(path.join(scratch, "package.json"), '{"type": "module"}');
  const compiler = path.join(packages, "node_modules", ".bin", "tsc");
  const options = "--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node".split(" ");
  for (const [wire, { name }] of Object.entries(wires)) {
    const run = spawnSync(compiler, [...options, wire + ".ts"], { cwd: scratch, encoding: "utf8" });
    tell(run.status === 0, `${wire}: ${goldens(wire).length} requests have the types of ${name} ${version(name)}`, run.stdout);
  }
}

const FULL = {
  text: "Two files, ä 😀.",
  reasoning: "Let me see.",
  calls: [
    { tool: "read_file", arguments: { path: "a.txt" } },
    { tool: "list_files", arguments: {} },
  ],
  usage: { input: 120, output: 30, cached: 100 },
};
const HI = { model: "scripted", text: "Hi." };

/** What is asked of every wire, in order: the script's turn, the request, and what must come of it. */
function questions(wire, { finishes }) {
  const all = goldens(wire);
  const body = all[0][1];
  const failing = (what, turn, check) => ({ what, turn, body, check: (said, error) => error && check(error) });
  return [
    ...all.map(([file, request]) => ({
      what: `${file} is sent as it is`,
      turn: HI,
      body: request,
      check: (said) => said?.text === "Hi." && said.finish === finishes[0] && isDeepStrictEqual(sent, request),
    })),
    {
      what: "text, reasoning, parallel calls, usage",
      turn: FULL,
      body,
      check: (said) =>
        isDeepStrictEqual(said, {
          text: FULL.text,
          reasoning: FULL.reasoning,
          calls: FULL.calls.map((call) => [call.tool, call.arguments]),
          finish: finishes[1],
          usage: [120, 30, wire === "ollama" ? undefined : 100],
        }),
    },
    {
      what: "an answer that was cut short",
      turn: { text: "And", finish: "length" },
      body,
      check: (said) => said?.text === "And" && said.finish === finishes[2],
    },
    {
      what: "250 KB",
      turn: { text_kb: 250 },
      body,
      check: (said) => said?.text.length === 250 * 1024,
    },
    failing("an error in the middle", { misbehave: "error_event", after_bytes: 300, ...FULL }, () => true),
    ...[401, 429, 500].map((status) =>
      failing(`status ${status}`, { status }, (error) => (error.status ?? error.status_code) === status),
    ),
    failing("a context that is too long", { misbehave: "context_too_long", ...FULL }, (error) =>
      /context|maximum|too long/i.test(error.message),
    ),
  ];
}

async function ask() {
  const asked = Object.entries(wires).flatMap(([wire, row]) =>
    questions(wire, row).map((question) => ({ wire, row, ...question })),
  );
  const script = path.join(scratch, "script.json");
  fs.writeFileSync(script, JSON.stringify({ turns: asked.map((it) => it.turn) }));
  const server = spawn("java", ["-cp", classes, "dev.writ.testkit.ScriptedModelServer", "--script", script]);
  server.stderr.pipe(process.stderr);
  try {
    const url = await new Promise((done, failed) => {
      server.stdout.once("data", (line) => done(String(line).trim()));
      server.once("exit", () => failed(new Error("the scripted server does not start")));
    });
    for (const { wire, row, what, body, check } of asked) {
      let said, error;
      try {
        said = await row.ask(url, structuredClone(body));
      } catch (e) {
        error = e;
      }
      tell(check(said, error), `${wire}: ${what}`, JSON.stringify({ said, sent, error: error && String(error) }).slice(0, 3000));
    }
  } finally {
    server.kill();
  }
}

try {
  types();
  await ask();
} finally {
  fs.rmSync(scratch, { recursive: true });
}
console.log(bad === 0 ? "All accepted." : `${bad} not accepted.`);
process.exitCode = bad === 0 ? 0 : 1;
