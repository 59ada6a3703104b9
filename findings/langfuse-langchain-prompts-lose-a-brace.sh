#!/bin/sh
# @langfuse/client 5.11.1 with @langchain/core 1.4.0: a prompt with nested JSON loses a brace on its way to LangChain, without an error. getLangchainPrompt() is for
# PromptTemplate: its comment says that it converts the prompt to a format that LangChain understands, and it doubles the braces of JSON so that they are text there. Where an
# object ends another one, the two closing braces beside each other are taken for doubled ones and stay two, which LangChain shows as one. compile() of the same prompt keeps both.
# Seen: {"a": {"b": 1}} arrives as {"a": {"b": 1}, which is no JSON; the same object with a blank between its last braces arrives whole.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @langfuse/client@5.11.1 @langchain/core@1.4.0 >/dev/null
cat > run.mjs <<'JS'
import { PromptTemplate } from '@langchain/core/prompts';
import { TextPromptClient } from '@langfuse/client';

async function sent(prompt) {
  const client = new TextPromptClient({ name: 'shape', version: 1, type: 'text', prompt, config: {}, labels: [], tags: [] });
  const compiled = client.compile({ city: 'Oslo' });
  const template = client.getLangchainPrompt();
  const formatted = await PromptTemplate.fromTemplate(template).format({ city: 'Oslo' });
  console.log(`@langfuse/client 5.11.1: ${prompt} compiles to ${compiled}; for LangChain it is ${template}, which gives ${formatted}`);
  return { compiled, formatted };
}
const nested = await sent('Answer as {"a": {"b": 1}} about {{city}}.');
const spaced = await sent('Answer as {"a": {"b": 1} } about {{city}}.');
const same =
  nested.compiled === 'Answer as {"a": {"b": 1}} about Oslo.' &&
  nested.formatted === 'Answer as {"a": {"b": 1} about Oslo.' &&
  spaced.formatted === spaced.compiled;
process.exit(same ? 0 : 1);
JS
node run.mjs
