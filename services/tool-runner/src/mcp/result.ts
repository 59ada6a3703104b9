import type { CallToolResult } from '@modelcontextprotocol/client' with { 'resolution-mode': 'import' };
import { ToolError } from '@crumbtrail/tool-runtime';
import { base64Bytes, hideBinary } from './hide-binary';
import { truncateUntrusted } from './lenient-schema';

type ResultPart = CallToolResult['content'][number];

const MOST_ERROR = 4_000;
const BINARY = 'binary, not shown';

function resource({ resource: given }: ResultPart & { type: 'resource' }): object {
  const { uri, mimeType } = given;
  const about = { type: 'resource', uri, ...(mimeType === undefined ? {} : { mime_type: mimeType }) };
  return 'text' in given ? { ...about, text: given.text } : { ...about, bytes: base64Bytes(given.blob), note: BINARY };
}

/** One part as JSON, without binary data. */
function plain(part: ResultPart): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image' || part.type === 'audio')
    return { type: part.type, mime_type: part.mimeType, bytes: base64Bytes(part.data), note: BINARY };
  if (part.type === 'resource') return resource(part);
  const { uri, name, description, mimeType } = part;
  const more = {
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mime_type: mimeType }),
  };
  return { type: 'resource_link', uri, name, ...more };
}

const isText = (part: ResultPart): part is ResultPart & { type: 'text' } => part.type === 'text';

const LONG_NUMBER = /\d{16}/;

/** Parses a text that is a JSON object or list, unless a number in it would change. */
function asWritten(text: string): unknown {
  if (!/^\s*[{[]/.test(text) || LONG_NUMBER.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function contentOf(content: readonly ResultPart[]): unknown {
  if (content.every(isText)) return asWritten(content.map(({ text }) => text).join('\n'));
  return { content: content.map(plain) };
}

function wordsOf({ content, structuredContent }: CallToolResult): string {
  const words = content.filter(isText).map(({ text }) => text);
  if (words.length > 0) return words.join('\n');
  return JSON.stringify(hideBinary(structuredContent) ?? content.map(plain));
}

/**
 * The result of a server's tool as JSON for a prompt: its structured result, its text, or its parts, with binary data
 * named only, wherever it is. Throws ToolError with the server's message when the tool failed.
 */
export function outputOf(result: CallToolResult, tool: string): unknown {
  if (result.isError === true)
    throw new ToolError(
      'failed',
      `${tool} failed: ${truncateUntrusted(wordsOf(result), MOST_ERROR) || 'no reason given'}`,
    );
  return hideBinary(result.structuredContent ?? contentOf(result.content));
}
