/** The lines about models at start: which one is used, or which command would configure one. API keys are only detected, never used. */
const { join } = require('node:path');
const { commands, root } = require('../paths.js');

async function hasOllama() {
  try {
    return (await fetch('http://127.0.0.1:11434/api/version', { signal: AbortSignal.timeout(300) })).ok;
  } catch {
    return false;
  }
}

async function modelLines(env) {
  if (env.MODEL_BASE_URL) return [`model        ${env.MODEL_NAME ?? 'its default'} at ${env.MODEL_BASE_URL}`];
  const { suggestions } = require(join(root, 'libs/models/dist/suggestions.js'));
  const lines = suggestions({
    openai_key: Boolean(env.OPENAI_API_KEY),
    openrouter_key: Boolean(env.OPENROUTER_API_KEY),
    ollama: await hasOllama(),
  });
  return lines.map((line) => line.replace(/npm start$/, commands.start));
}

module.exports = { modelLines };
