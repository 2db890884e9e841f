#!/bin/sh
# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# The run from which the AOT cache learns what to load: one process, called as
# `train.sh CLASSPATH java <flags> Main` in an empty directory with a home of its own. It does a real
# task with every tool against a scripted model server on loopback, which the class path has.
set -eu
classpath=$1
shift
java=$1

cat >script.json <<'END'
{"turns":[
  {"text":"I look around.","calls":[
    {"tool":"list_files","arguments":{"pattern":"*.txt"}},
    {"tool":"search_files","arguments":{"pattern":"b.ta"}},
    {"tool":"read_file","arguments":{"path":"a.txt"}}]},
  {"calls":[{"tool":"edit_file","arguments":{"path":"a.txt","old_text":"beta","new_text":"BETA"}}]},
  {"calls":[{"tool":"write_file","arguments":{"path":"new/b.txt","content":"one\ntwo\n"}}]},
  {"calls":[{"tool":"run_command","arguments":{"program":"ls","args":["-l"]}}]},
  {"calls":[{"tool":"run_command","arguments":{"command":"cat a.txt | git diff --stat *.txt"}}]},
  {"calls":[{"tool":"run_command","arguments":{"command":"mkdir d && touch d/x; for f in d/*; do cat $f; done"}}]},
  {"calls":[{"tool":"run_command","arguments":{"command":"cat $(ls d/*) missing 2>&1 | head -3"}}]},
  {"calls":[{"tool":"update_plan","arguments":{"steps":[{"step":"look","status":"done"}]}}]},
  {"calls":[{"tool":"select_active_intent","arguments":{"intent":"CODE"}}]},
  {"calls":[{"tool":"read_file","arguments":{"path":"../outside"}}]},
  {"calls":[{"tool":"no_such_tool","arguments":{}}]},
  {"calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
  {"status":503},
  {"text":"I go on.","calls":[{"tool":"read_file","arguments":{"path":"new/b.txt"}}]},
  {"status":503},
  {"text":"I go on.","calls":[{"tool":"list_files","arguments":{"pattern":"*"}}]},
  {"status":503},
  {"text":"I go on.","calls":[{"tool":"search_files","arguments":{"pattern":"alpha"}}]},
  {"status":503},
  {"text":"I go on.","calls":[{"tool":"read_file","arguments":{"path":"d/x"}}]},
  {"text":"Done."}
]}
END
mkdir -p work
printf 'alpha\nbeta\ngamma\n' >work/a.txt

# In a repository whose owner agreed to what `writ init` proposes, as most will be.
git -C work init -q && git -C work add -A &&
  git -C work -c user.name=writ -c user.email=writ@localhost commit -q -m begun || :
without_cache() { # runs the line without making a cache of it
  for word; do
    shift
    case $word in -XX:AOTCacheOutput=*) ;; *) set -- "$@" "$word" ;; esac
  done
  "$@"
}
(cd work && without_cache "$@" init --yes)

"$java" -XX:TieredStopAtLevel=1 -cp "$classpath" dev.writ.testkit.ScriptedModelServer \
  --script script.json --port-file port &
server=$!
trap 'kill "$server" 2>/dev/null || :' EXIT
tries=0
until [ -s port ] || [ "$tries" -ge 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
read -r port <port || [ -n "$port" ]

# Where the first model fails, another wire goes on with the task: every wire is learned.
at=http://127.0.0.1:${port##*[!0-9]}
mkdir -p "$HOME/.config/writ"
cat >"$HOME/.config/writ/providers.json" <<END
{"providers": [
  {"name": "second", "wire": "responses", "endpoint": "$at/v1"},
  {"name": "third", "wire": "anthropic", "endpoint": "$at"},
  {"name": "fourth", "wire": "gemini", "endpoint": "$at/v1beta"},
  {"name": "fifth", "wire": "ollama", "endpoint": "$at"}]}
END
export WRIT_AGENT_RETRY_ATTEMPTS=0
export WRIT_LLM_FALLBACK=second/training,third/training,fourth/training,fifth/training

cd work
"$@" run --provider openai-compatible --model training \
  --endpoint "$at/v1" "train"
