/**
 * The alternatives to the offline model found on this machine. Only the presence of keys is known; their values are
 * never read.
 */
export interface Sightings {
  readonly openai_key: boolean;
  readonly openrouter_key: boolean;
  readonly ollama: boolean;
}

/** One line with a command for each alternative found; nothing is used until that command is run. */
export function suggestions(seen: Sightings): string[] {
  const lines = [
    'No model is configured (MODEL_BASE_URL is unset): unless one is connected in Settings of the console, the built-in offline model answers by quoting its context.',
  ];
  if (seen.openai_key) {
    lines.push(
      'OPENAI_API_KEY is set and not used. To use it, start Crumbtrail with MODEL_BASE_URL=https://api.openai.com/v1 MODEL_NAME=gpt-5-mini MODEL_API_KEY=$OPENAI_API_KEY',
    );
  }
  if (seen.openrouter_key) {
    lines.push(
      'OPENROUTER_API_KEY is set and not used. To use it, start Crumbtrail with MODEL_BASE_URL=https://openrouter.ai/api/v1 MODEL_NAME=openrouter/auto MODEL_API_KEY=$OPENROUTER_API_KEY',
    );
  }
  if (seen.ollama) {
    lines.push(
      'Ollama listens on 127.0.0.1:11434. To use it, start Crumbtrail with MODEL_BASE_URL=http://127.0.0.1:11434/v1 MODEL_NAME=llama3.2',
    );
  }
  return lines;
}
