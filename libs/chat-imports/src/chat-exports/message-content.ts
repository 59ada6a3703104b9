import { isItem, textIn, type JsonItem } from './conversation';

/** The text of a message, and what is in it besides text. */
export interface MessageContent {
  readonly text?: string;
  /** A few words for each part that is not text: `picture`. */
  readonly leftOut: readonly string[];
}

/** What parts without text are called, by the type that OpenAI, Anthropic, ChatGPT and the AI SDK give them. */
const KINDS: Readonly<Record<string, string>> = {
  image_url: 'picture',
  input_image: 'picture',
  image: 'picture',
  image_asset_pointer: 'picture',
  audio_asset_pointer: 'sound',
  real_time_user_audio_video_asset_pointer: 'sound',
  input_audio: 'sound',
  video_url: 'video',
  tool_use: 'tool call',
  server_tool_use: 'tool call',
  mcp_tool_use: 'tool call',
  function_call: 'tool call',
  tool_call: 'tool call',
  'tool-call': 'tool call',
  'tool-invocation': 'tool call',
  'dynamic-tool': 'tool call',
  tool_result: 'tool result',
  'tool-result': 'tool result',
  web_search_tool_result: 'tool result',
  mcp_tool_result: 'tool result',
  thinking: 'thought',
  redacted_thinking: 'thought',
  file: 'file',
  document: 'file',
  'source-url': 'source',
  'source-document': 'source',
  source: 'source',
};

/** Parts of Gemini have no type: what they hold is the name of a field. */
const FIELDS: Readonly<Record<string, string>> = {
  inlineData: 'file',
  inline_data: 'file',
  fileData: 'file',
  file_data: 'file',
  functionCall: 'tool call',
  function_call: 'tool call',
  functionResponse: 'tool result',
  function_response: 'tool result',
  executableCode: 'tool call',
  executable_code: 'tool call',
  codeExecutionResult: 'tool result',
  code_execution_result: 'tool result',
};

/** What a media type says of a file. */
function mediaKind(part: JsonItem): string {
  const data = ['inlineData', 'inline_data', 'fileData', 'file_data'].map((key) => part[key]).find(isItem) ?? part;
  const media = String(data['mediaType'] ?? data['mimeType'] ?? data['mime_type'] ?? data['media_type']);
  if (media.startsWith('image/')) return 'picture';
  return media.startsWith('audio/') ? 'sound' : 'file';
}

/** What a part without text is called. */
function kindOf(part: JsonItem): string | undefined {
  const type = String(part['type'] ?? part['content_type']);
  const field = Object.keys(FIELDS).find((key) => part[key] !== undefined && part[key] !== null);
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const named = kind ?? (field === undefined ? undefined : FIELDS[field]);
  if (named === 'file') return mediaKind(part);
  if (part['thought'] === true) return 'thought';
  return named ?? (type.startsWith('tool-') ? 'tool call' : undefined);
}

/** What one part of a message is. */
type PartContent = { readonly text: string } | { readonly leftOut: string };

/** The text of one part of a message; a part without text is named. */
function readPart(part: unknown): PartContent {
  if (typeof part === 'string') return { text: part };
  if (!isItem(part)) return { leftOut: 'part that is no text' };
  const kind = kindOf(part);
  if (kind !== undefined) return { leftOut: kind };
  const text = textIn(part['text']) ?? textIn(part['content']) ?? textIn(part['refusal']) ?? textIn(part['transcript']);
  if (text !== undefined) return { text };
  return { leftOut: `part of type ${String(part['type'] ?? part['content_type'])}` };
}

/** Joins the texts of parts, and lists the names of the others. */
function joinParts(parts: readonly PartContent[]): MessageContent {
  const text = parts.flatMap((part) => ('text' in part && part.text.trim() !== '' ? [part.text] : [])).join('\n\n');
  return {
    ...(text === '' ? {} : { text }),
    leftOut: parts.flatMap((part) => ('leftOut' in part ? [part.leftOut] : [])),
  };
}

/** Does a content hold a text that is one, and not a refusal or what was spoken? */
export const hasPlainText = (content: unknown): boolean =>
  (Array.isArray(content) ? (content as unknown[]) : [content]).some((part) => {
    if (!isItem(part)) return textIn(part) !== undefined;
    return kindOf(part) === undefined && (textIn(part['text']) ?? textIn(part['content'])) !== undefined;
  });

/** Is it a part with nothing in it, such as an empty text or null? */
const isEmptyPart = (part: unknown): boolean =>
  part === null || (isItem(part) && kindOf(part) === undefined && part['text'] === '');

/** Reads a content: text, or a list of texts and parts with a type, as OpenAI, Anthropic and ChatGPT write them. */
export function readContent(content: unknown): MessageContent {
  const parts = Array.isArray(content) ? (content as unknown[]) : [content ?? ''];
  return joinParts(parts.filter((part) => !isEmptyPart(part)).map(readPart));
}

/** Reads `parts` of the AI SDK and of Gemini. A thought has a text, too, that nobody has said. */
export function readParts(parts: readonly unknown[]): MessageContent {
  const kept = parts.filter((part) => !isEmptyPart(part) && !(isItem(part) && part['type'] === 'step-start'));
  return joinParts(
    kept.map((part) => (isItem(part) && part['type'] === 'reasoning' ? { leftOut: 'thought' } : readPart(part))),
  );
}
