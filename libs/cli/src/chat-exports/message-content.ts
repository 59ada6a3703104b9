import { isItem, textIn } from './conversation';

/** The text of a message, and what is in it besides text. */
export interface MessageContent {
  readonly text?: string;
  readonly leftOut: readonly string[];
}

const KINDS: Readonly<Record<string, string>> = {
  image_url: 'picture',
  input_image: 'picture',
  image: 'picture',
  image_asset_pointer: 'picture',
  audio_asset_pointer: 'sound',
  input_audio: 'sound',
  tool_use: 'tool call',
  tool_result: 'tool result',
  thinking: 'thought',
  file: 'file',
};

/** The text of one part of a message; a part without text is named. */
function partText(part: unknown): { readonly text: string } | { readonly leftOut: string } {
  if (typeof part === 'string') return { text: part };
  if (!isItem(part)) return { leftOut: 'part that is no text' };
  const { type, content_type: contentType } = part;
  const kind = KINDS[String(type ?? contentType)];
  const text = textIn(part['text']) ?? textIn(part['content']);
  if (kind !== undefined || text === undefined)
    return { leftOut: kind ?? `part of type ${String(type ?? contentType)}` };
  return { text };
}

/** Reads a content: text, or a list of texts and parts with a type, as OpenAI, Anthropic and ChatGPT write them. */
export function readContent(content: unknown): MessageContent {
  const parts = (Array.isArray(content) ? content : [content ?? '']).map(partText);
  const text = parts.flatMap((part) => ('text' in part && part.text.trim() !== '' ? [part.text] : [])).join('\n\n');
  return {
    ...(text === '' ? {} : { text }),
    leftOut: parts.flatMap((part) => ('leftOut' in part ? [part.leftOut] : [])),
  };
}
