/** How long an unbroken run of base64 is before it counts as data: longer than keys, tokens and cursors. */
const MIN_RUN = 1_024;
/** The shortest line, except the last, of base64 in lines. */
const MIN_LINE = 60;
/** Deeper values are refused as unsafe JSON anyway. */
const MAX_DEPTH = 100;
const MEDIA = new Set(['image', 'audio', 'video', 'blob', 'resource']);

const DIGITS = new Set(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'].map((one) => one.charCodeAt(0)),
);
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
/** What comes before the data in a data URL. */
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+)?[\w;=.+-]{0,100},$/;

/** The decoded size of a base64 text, in bytes. */
export function base64Bytes(base64: string): number {
  const digits = base64.replace(/\s/g, '');
  return Math.floor((digits.length * 3) / 4) - (/={0,2}$/.exec(digits)?.[0].length ?? 0);
}

const nameBinary = (base64: string, mimeType?: string): string =>
  `[binary, not shown: ${mimeType === undefined ? '' : `${mimeType}, `}${base64Bytes(base64)} bytes]`;

/** Encoded bytes mix cases and digits; a long run of one letter, or of a sequence such as DNA, is a text. */
const isEncoded = (text: string): boolean => /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9]/.test(text);

/** The end of the base64 that begins at `from`, with its padding. A regex overflows the stack on texts of megabytes. */
function runEnd(text: string, from: number): number {
  let end = from;
  while (DIGITS.has(text.charCodeAt(end))) end += 1;
  const padding = /^={0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  return end > from ? end + padding : from;
}

/** Is the whole text base64 in lines, as MIME and the shell's `base64` write it? */
function isWrapped(text: string): boolean {
  const lines = text.trimEnd().split(/\r?\n/);
  const isLine = (line: string, at: number): boolean =>
    (line.length >= MIN_LINE || at === lines.length - 1) && runEnd(line, 0) === line.length;
  return lines.length > 1 && lines.every(isLine);
}

function hideRuns(text: string, mimeType: string | undefined): string {
  let shown = '';
  let kept = 0;
  for (let at = 0; at < text.length;) {
    const end = runEnd(text, at);
    const run = end - at < MIN_RUN ? '' : text.slice(at, end);
    if (isEncoded(run)) {
      const url = DATA_URL.exec(text.slice(Math.max(kept, at - 200), at));
      shown += text.slice(kept, at - (url?.[0].length ?? 0)) + nameBinary(run, url?.[1] ?? mimeType);
      kept = end;
    }
    at = Math.max(end, at + 1);
  }
  return shown + text.slice(kept);
}

function hideInText(text: string, mimeType?: string): string {
  if (text.length < MIN_RUN) return text;
  return isWrapped(text) && isEncoded(text) ? nameBinary(text, mimeType) : hideRuns(text, mimeType);
}

type JsonPart = Readonly<Record<string, unknown>>;

function mimeTypeOf({ mimeType, mime_type, media_type }: JsonPart): string | undefined {
  const given = [mimeType, mime_type, media_type].find((one) => typeof one === 'string' && MIME_TYPE.test(one));
  return given as string | undefined;
}

/** Is this field the data of a part as MCP has them: an image, audio or the blob of a resource? */
function isMediaField(key: string, part: JsonPart, mimeType: string | undefined): boolean {
  if (key === 'blob') return mimeType !== undefined || typeof part['uri'] === 'string';
  return key === 'data' && typeof part['type'] === 'string' && MEDIA.has(part['type']);
}

function hideInPart(part: JsonPart, depth: number): JsonPart {
  const mimeType = mimeTypeOf(part);
  const hide = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return hideBinary(value, depth + 1);
    return isMediaField(key, part, mimeType) ? nameBinary(value, mimeType) : hideInText(value, mimeType);
  };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, hide(key, value)]));
}

/**
 * Replaces binary data in a result with a text that names its type and size. Strings stay strings, so that the result still
 * matches the output schema of its tool.
 */
export function hideBinary(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return hideInText(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => hideBinary(one, depth + 1));
  return hideInPart(value as JsonPart, depth);
}
