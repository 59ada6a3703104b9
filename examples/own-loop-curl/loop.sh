#!/bin/sh
# One turn of an agent that this script runs: Crumbtrail builds the context, any OpenAI-compatible server writes the answer.
#
#   sh loop.sh "What did we say about the roof?" [session]
#
# Configuration: CRUMBTRAIL_URL, CRUMBTRAIL_KEY (an operator's), MODEL_BASE_URL, MODEL_NAME, MODEL_API_KEY.
set -eu

URL=${CRUMBTRAIL_URL:-http://127.0.0.1:7070}
KEY=${CRUMBTRAIL_KEY:-$(cat .crumbtrail/api-key)}
MODEL=${MODEL_NAME:?set the model: MODEL_NAME=…}
QUESTION=${1:?pass a message: sh loop.sh "hello"}
SESSION=${2:-own-loop}
AGENT=curl-loop

crumbtrail() { # <path> <json>
  curl -sS --fail-with-body "$URL$1" -H "authorization: Bearer $KEY" -H 'content-type: application/json' -d "$2"
}
# A piece of the JSON on standard input, as JSON. With jq it would be: jq -c "$1"
pick() {
  node -e 'const at = (value, name) => value?.[name];
    const text = require("fs").readFileSync(0, "utf8");
    console.log(JSON.stringify(process.argv[1].split(".").slice(1).reduce(at, JSON.parse(text))) ?? "null")' -- "$1"
}
quoted() { node -p 'JSON.stringify(process.argv[1])' -- "$1"; }
unquoted() { node -p 'JSON.parse(process.argv[1])' -- "$1"; }
say() { printf '%s' "$1"; }

# 1. Once: the agent's definition, which only this script runs (`runner: service`: the agent executors do not run it), and a
#    session with no other agent. Appending them again changes nothing.
crumbtrail /v1/breadcrumbs '{"schema_name": "agent.def.v1", "context": {
  "agent": "'$AGENT'", "runner": "service", "prompt": "You answer in one sentence.",
  "subscriptions": [{"schema": "user.message.v1", "any_tags": ["'$AGENT'"]}]}}' >/dev/null
crumbtrail /v1/breadcrumbs '{"schema_name": "session.v1", "context": {
  "name": '"$(quoted "$SESSION")"', "members": [{"kind": "agent", "id": "'$AGENT'"}]}}' >/dev/null

# 2. Send a message, and get a turn with its context. The claim lasts for a minute.
OPENED=$(crumbtrail /v1/contexts \
  '{"agent": "'$AGENT'", "session": '"$(quoted "$SESSION")"', "content": '"$(quoted "$QUESTION")"'}')
CLAIM=$(say "$OPENED" | pick .claim)
[ "$CLAIM" != null ] || { echo "The context is not ready yet: $OPENED" >&2; exit 1; }
TURN=$(unquoted "$(say "$OPENED" | pick .turn.id)")

# 3. Call the model. `messages` is the prompt as the agent executor would send it; `formatted_context` is only the context's text.
if REPLY=$(curl -sS --fail-with-body "${MODEL_BASE_URL:?set the address of the model: MODEL_BASE_URL=…}/chat/completions" \
  -H "authorization: Bearer ${MODEL_API_KEY:-}" -H 'content-type: application/json' \
  -d '{"model": '"$(quoted "$MODEL")"', "messages": '"$(say "$OPENED" | pick .messages)"'}'); then
  CONTENT=$(say "$REPLY" | pick .choices.0.message.content)
  PROMPT_TOKENS=$(say "$REPLY" | pick .usage.prompt_tokens)
  ANSWER='"action": "speak", "content": '$CONTENT', "model": '$(quoted "$MODEL")
  [ "$PROMPT_TOKENS" = null ] || ANSWER=$ANSWER', "usage": {"prompt_tokens": '$PROMPT_TOKENS'}'
else
  CONTENT='"the model did not answer"'
  ANSWER='"action": "error", "error": {"code": "model", "message": '$CONTENT'}'
fi

# 4. Close the turn, under the claim.
crumbtrail "/v1/turns/$TURN/response" '{"claim": '"$CLAIM"', '"$ANSWER"'}' >/dev/null
unquoted "$CONTENT"
echo "trail $URL/trails/$(unquoted "$(say "$OPENED" | pick .trail_id)")" >&2
