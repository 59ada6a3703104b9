import { getAt, type JsonObject } from '../../components/editing/json-pointer';

/** The fewest tokens that a context can be built in. */
const SMALLEST_CONTEXT = 32;
/** Of English text, on average. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Why no turn of an agent can work: its reply and its prompt leave too few tokens of the context window. Undefined if there is room, or if
 * the definition does not set the window. The tokens of the prompt are estimated.
 */
export function describeMissingRoom(definition: JsonObject): string | undefined {
  const window = getAt(definition, '/model/context_window');
  const reply = getAt(definition, '/model/max_output_tokens') ?? 0;
  if (typeof window !== 'number' || typeof reply !== 'number') return undefined;
  const prompt = Math.round(String(getAt(definition, '/prompt') ?? '').length / CHARACTERS_PER_TOKEN);
  const rest = window - reply - prompt;
  if (rest >= SMALLEST_CONTEXT) return undefined;
  const [replyText, promptText] = [reply, prompt].map((tokens) => tokens.toLocaleString('en'));
  const used =
    reply === 0 ? `The prompt (about ${promptText})` : `The reply (${replyText}) and the prompt (about ${promptText})`;
  return `${used} leave${reply === 0 ? 's' : ''} no room for a context in a window of ${window.toLocaleString('en')} tokens: every turn would fail.`;
}
