import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@crumbtrail/contracts';
import { ToolError } from '@crumbtrail/tool-runtime';
import { base64Bytes, hideBinary } from './hide-binary';
import { truncateUntrusted } from './lenient-schema';

/** What a server answered to a call, unchecked: the tool has run, so nothing of its result is lost because a part of it breaks the protocol's rules. */
export type ServerResult = Readonly<Record<string, unknown>>;

type ResultPart = Readonly<Record<string, unknown>>;

const MOST_ERROR = 4_000;
const BINARY = 'binary, not shown';

/** These fields of a part, by the names they are shown by; without those that it lacks. */
function fieldsOf(part: ResultPart, names: Readonly<Record<string, string>>): object {
  const kept = Object.entries(names).filter(([name]) => part[name] !== undefined && part[name] !== null);
  return Object.fromEntries(kept.map(([name, shown]) => [shown, part[name]]));
}

const binary = (data: unknown): object =>
  typeof data === 'string' ? { bytes: base64Bytes(data), note: BINARY } : { note: 'without data' };

function resource({ resource: given }: ResultPart): object {
  const part = isObject(given) ? given : {};
  const about = { type: 'resource', ...fieldsOf(part, { uri: 'uri', mimeType: 'mime_type' }) };
  return typeof part['text'] === 'string' ? { ...about, text: part['text'] } : { ...about, ...binary(part['blob']) };
}

const LINK = { uri: 'uri', name: 'name', description: 'description', mimeType: 'mime_type' };

/** One part as JSON, without binary data; a part of a kind that is not known as it is. */
function plain(part: ResultPart): object {
  const { type } = part;
  if (type === 'image' || type === 'audio')
    return { type, ...fieldsOf(part, { mimeType: 'mime_type' }), ...binary(part['data']) };
  if (type === 'resource') return resource(part);
  return type === 'resource_link' ? { type, ...fieldsOf(part, LINK) } : part;
}

type TextPart = ResultPart & { readonly type: 'text'; readonly text: string };

/** A part of a result: a text may stand alone, and what stands in the place of its text is written as JSON. */
function toPart(part: unknown): ResultPart {
  if (!isObject(part)) return { type: 'text', text: textOf(part) };
  return part['type'] === 'text' ? { type: 'text', text: textOf(part['text']) } : part;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function partsOf({ content }: ServerResult): ResultPart[] {
  if (Array.isArray(content)) return content.map(toPart);
  return content === undefined || content === null ? [] : [toPart(content)];
}

const isText = (part: ResultPart): part is TextPart => part['type'] === 'text';

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

function contentOf(parts: readonly ResultPart[]): unknown {
  if (parts.every(isText)) return asWritten(parts.map(({ text }) => text).join('\n'));
  return { content: parts.map(plain) };
}

/** The structured result; `toolResult` is that of the protocol's first revision. */
const structuredOf = ({ structuredContent, toolResult }: ServerResult): unknown => structuredContent ?? toolResult;

/** What a server says of an error: its texts and, unless they are the same, its structured result. */
function wordsOf(result: ServerResult): string {
  const parts = partsOf(result);
  const words = parts.filter(isText).map(({ text }) => text);
  const structured = hideBinary(structuredOf(result));
  if (words.length === 0) return JSON.stringify(structured ?? parts.map(plain));
  const isSaid = structured === undefined || words.some((text) => isDeepStrictEqual(asWritten(text), structured));
  return [...words, ...(isSaid ? [] : [JSON.stringify(structured)])].join('\n');
}

/**
 * The result of a server's tool as JSON for a prompt: its structured result, its text, or its parts, with binary data
 * named only, wherever it is. Throws ToolError with the server's message when the tool failed.
 */
export function outputOf(result: ServerResult, tool: string): unknown {
  if (result['isError'] === true || result['isError'] === 'true')
    throw new ToolError(
      'failed',
      `${tool} failed: ${truncateUntrusted(wordsOf(result), MOST_ERROR) || 'no reason given'}`,
    );
  return hideBinary(structuredOf(result) ?? contentOf(partsOf(result)));
}
