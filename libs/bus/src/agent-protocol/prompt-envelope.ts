import { refuseMalformed } from './agent-error';

/** A file of a prompt or of an answer. */
export interface AgentAttachment {
  readonly filename: string;
  /** Base64 with padding, without white space. */
  readonly content: string;
}

/** A prompt, or the reply to a query. */
export interface PromptEnvelope {
  readonly prompt: string;
  readonly attachments: readonly AgentAttachment[];
  /** Fields that the protocol does not know. */
  readonly more: Readonly<Record<string, unknown>>;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Steps through the text in slices, because a pattern over megabytes would exhaust the stack of the engine. */
function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  for (let at = 0; at < text.length; at += 4_096) {
    const slice = text.slice(at, at + 4_096);
    if (!BASE64.test(slice) || (slice.includes('=') && at + 4_096 < text.length)) return false;
  }
  return true;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readAttachment(value: unknown, at: number): AgentAttachment {
  const { filename, content } = isObject(value) ? value : {};
  if (typeof filename !== 'string' || filename === '')
    throw refuseMalformed(`attachments[${at}] has no filename: give a name such as report.pdf.`);
  if (typeof content !== 'string' || !isBase64(content)) {
    throw refuseMalformed(
      `The content of ${filename.slice(0, 80)} is not standard base64 with padding and without white space.`,
    );
  }
  return { filename, content };
}

/** The envelope in a parsed JSON object. */
export function readEnvelope(value: unknown): PromptEnvelope {
  const { prompt, attachments = [], ...more } = isObject(value) ? value : {};
  if (typeof prompt !== 'string' || prompt === '')
    throw refuseMalformed('The JSON of a prompt needs a text `prompt` that is not empty.');
  if (!Array.isArray(attachments))
    throw refuseMalformed('`attachments` is a list of objects with `filename` and `content`.');
  return { prompt, attachments: attachments.map(readAttachment), more };
}

function decodeUtf8(payload: Uint8Array): string {
  try {
    // A byte order mark is a part of the text.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload);
  } catch {
    throw refuseMalformed('The prompt is not UTF-8.');
  }
}

/** Reads the payload of a prompt: JSON if its first character that is not white space is `{`, else plain text. */
export function parsePrompt(payload: Uint8Array): PromptEnvelope {
  if (payload.length === 0) throw refuseMalformed('The prompt is empty: send text, or JSON with a `prompt`.');
  const text = decodeUtf8(payload);
  if (!/^[\t\n\r ]*\{/.test(text)) return { prompt: text, attachments: [], more: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuseMalformed(
      'The prompt begins with { and is not JSON: send JSON with a `prompt`, or text that begins otherwise.',
    );
  }
  return readEnvelope(value);
}
