#!/bin/sh
# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# The run from which an AOT cache learns what to load: one process, called as
# `train.sh chat|writ JAVA CLASSPATH java <flags>` in an empty directory with a home of its own. It
# does a real task with every tool against a scripted model server on loopback, which the first Java
# runs from the class path, and a short one where there is no repository and no configuration; then
# it lists the sessions of these. The first task has a terminal where script(1) of util-linux gives
# one; for `chat`, a chat comes first there.
set -eu
# Where a hook of Git's started this, they lead into the repository that it is of.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_COMMON_DIR GIT_NAMESPACE
unset GIT_PREFIX GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT XDG_CONFIG_HOME
cache=$1
server_java=$2
classpath=$3
shift 3

terminal=
if script --version 2>/dev/null | grep -q util-linux && script -qec true /dev/null >/dev/null 2>&1; then
  terminal=yes
fi
chat=
[ "$cache" != chat ] || chat=$terminal

chat_turns() {
  cat <<'END'
  {"text":"# A plan\n\nSome **bold** words and `code`.\n\n- first\n- second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```java\nint x = 1; // one\n```\n","calls":[
    {"tool":"read_file","arguments":{"path":"c.txt"}}]},
  {"calls":[{"tool":"edit_file","arguments":{"path":"c.txt","old_text":"gamma","new_text":"delta"}}]},
  {"text":"Done."},
END
}

run_turns() {
  cat <<'END'
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
  {"text":"Done."},
  {"calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
  {"calls":[{"tool":"write_file","arguments":{"path":"b.txt","content":"one\n"}}]},
  {"calls":[{"tool":"run_command","arguments":{"command":"ls"}}]},
  {"text":"Done."},
  {"calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
  {"text":"Done."},
  {"calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
  {"text":"Done."},
  {"calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
  {"text":"Done."},
  {"calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
  {"text":"Done."}
END
}

{
  echo '{"turns":['
  [ -z "$chat" ] || chat_turns
  run_turns
  echo ']}'
} >script.json
bare=$(mktemp -d) # out of the checkout, which is a repository
trap 'rm -rf "$bare"' EXIT
mkdir -p work
printf 'alpha\n' >"$bare/a.txt"
printf 'alpha\nbeta\ngamma\n' | tee work/c.txt >work/a.txt

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
main=dev.writ.app/dev.writ.app
(cd work && without_cache "$@" --module $main.Main init --yes)

"$server_java" -XX:TieredStopAtLevel=1 -cp "$classpath" dev.writ.testkit.ScriptedModelServer \
  --script script.json --port-file port &
server=$!
trap 'kill "$server" 2>/dev/null || :; rm -rf "$bare"' EXIT
tries=0
until [ -s port ] || [ "$tries" -ge 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
read -r port <port || [ -n "$port" ]

at=http://127.0.0.1:${port##*[!0-9]}
mkdir -p "$HOME/.config/writ"
cat >"$HOME/.config/writ/providers.json" <<END
{"providers": [
  {"name": "second", "wire": "responses", "endpoint": "$at/v1"},
  {"name": "third", "wire": "anthropic", "endpoint": "$at"},
  {"name": "fourth", "wire": "gemini", "endpoint": "$at/v1beta"},
  {"name": "fifth", "wire": "ollama", "endpoint": "$at"}]}
END
set -- "$@" --module $main.TrainingMain
[ -z "$chat" ] ||
  set -- "$@" chat --cwd work --provider openai-compatible --model training --endpoint "$at/v1" \;
set -- "$@" \
  run --cwd work --provider openai-compatible --model training --endpoint "$at/v1" train \; \
  run --cwd "$bare" --provider openai --model training --endpoint "$at/v1" train \; \
  run --cwd "$bare" --provider second --model training train \; \
  run --cwd "$bare" --provider third --model training train \; \
  run --cwd "$bare" --provider fourth --model training train \; \
  run --cwd "$bare" --provider fifth --model training train \; \
  sessions list \;
if [ -z "$terminal" ]; then
  "$@"
else
  # The keys come once the terminal leaves them as they are: the request, and the end, which Tab
  # puts behind it. An end of input would stop the turn.
  line='stty raw -echo rows 24 columns 80;'
  [ -z "$chat" ] || line="$line printf 'train\\r/quit\\t\\t' >keys;"
  for word; do
    line="$line '$(printf %s "$word" | sed "s/'/'\\\\''/g")'"
  done
  mkfifo keys
  exec 3<>keys
  limit= # a chat that waits for an answer must not hold up a build
  ! command -v timeout >/dev/null || limit='timeout 300'
  SHELL=/bin/sh TERM=xterm-256color $limit script -qec "$line" /dev/null <keys
fi
