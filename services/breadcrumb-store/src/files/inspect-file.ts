import { isUtf8 } from 'node:buffer';
import { stripVTControlCharacters } from 'node:util';
import { MAX_FILE_BYTES, refuse, type StoredFile } from '@crumbtrail/contracts';
import { decode, encodingExists } from 'iconv-lite';
import { findDamage, isPicture } from './check-picture';
import { isPdf, type PdfTexts } from './pdf/pdf-text';
import { readPictureHeader } from './picture-size';

/** The most pixels of a picture: what decodes it needs four bytes for each. */
export const MAX_PIXELS = 40_000_000;
/** Characters of a file's text that are stored, shown and searched. */
export const MAX_TEXT = 60_000;

/** What a file is, and the beginning of its text. */
export interface InspectedFile extends Omit<StoredFile, 'hash'> {
  /** Null for a picture, and for bytes of no known type. */
  readonly text: string | null;
}

/** What an upload says about itself. */
export interface ClaimedFile {
  readonly name: string;
  readonly type?: string | undefined;
  /** Bytes of any other type are stored too, as `application/octet-stream`. @default false */
  readonly mayBeAnything?: boolean;
}

const ALLOWED = 'PNG, JPEG, GIF and WebP pictures, PDF, and text';

const PDF = 'application/pdf';
const BYTES = 'application/octet-stream';

const TYPE_BY_ENDING: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  txt: 'text/plain',
  log: 'text/plain',
};

const isTextType = (type: string): boolean => type.startsWith('text/') || type === 'application/json';

/** Line breaks and other control characters, which would begin a header of their own. */
const CONTROL = /(?!\t)\p{Cc}/u;

/** A media type by RFC 9110: two tokens, and perhaps parameters of printable characters. */
const MEDIA_TYPE = /^[ \t]*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/;

/** The type without its parameters, such as a charset. Refuses what is no media type, which would be stored and shown as one. */
function essence({ name, type = '' }: ClaimedFile): string {
  const found = CONTROL.test(type) ? undefined : MEDIA_TYPE.exec(type)?.[1];
  if (found !== undefined) return found.toLowerCase();
  const shown = JSON.stringify(type.slice(0, 80));
  throw refuse('invalid_payload', `${name}: ${shown} is no media type; send one such as text/plain, or leave it out.`);
}

/** ASCII control characters that a text rarely has. */
const RARE = /(?![\t\n\v\f\r\x7f-\x9f])\p{Cc}/gu;
/** Most of them in a text, as a share of its characters: logs have some, binary data that happens to be UTF-8 has more. */
const MOST_RARE = 0.01;

/** UTF-16 by its byte order mark, else UTF-8. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** The text without colour codes of terminals and other control characters; null where it has too many of them to be one. */
function cleanText(decoded: string): string | null {
  const text = stripVTControlCharacters(decoded);
  const rare: readonly string[] = text.match(RARE) ?? [];
  if (rare.includes('\0') || rare.length > Math.max(1, MOST_RARE * text.length)) return null;
  return rare.length === 0 ? text : text.replaceAll(RARE, '');
}

/** The text of the bytes; null where they are no text in UTF-8 or UTF-16. */
function decodeUnicode(bytes: Buffer): string | null {
  try {
    return cleanText(new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

interface DecodedText {
  readonly text: string;
  /** Given where it was found by its letters, and may be another. */
  readonly encoding?: string;
}

/** A word with letters of two scripts of which no language mixes any: it was read in a wrong encoding. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}]\p{Script=Latin}/u;
/** The encoding of most files of before Unicode stands for another that is hardly likelier. */
const COMMONEST = 'windows-1252';
const NEARLY = 0.8;

/** The text of bytes in the encoding that their letters speak for; null where they are no text in any. */
async function guessText(bytes: Buffer): Promise<DecodedText | null> {
  // Loaded when first needed: its table of languages takes some 60 MB.
  const { chardet } = await import('jschardet');
  const found = chardet.detectAll(bytes, { encodingEra: chardet.EncodingEra.MODERN_WEB, ignoreThreshold: true });
  const read = found.flatMap(({ encoding: name, confidence }) => {
    const encoding = (name ?? '').toLowerCase();
    const text = encodingExists(encoding) ? cleanText(decode(bytes, encoding)) : null;
    return text === null || text.includes('\ufffd') || MIXED.test(text) ? [] : [{ text, encoding, confidence }];
  });
  const likeliest = read[0]?.confidence ?? 0;
  const common = read.find(({ encoding, confidence }) => encoding === COMMONEST && confidence >= NEARLY * likeliest);
  const chosen = common ?? read[0];
  return chosen === undefined ? null : { text: chosen.text, encoding: chosen.encoding };
}

/** The text of a file. Only one that claims to be text is read in an encoding of before Unicode: any bytes would be text in those. */
async function readText(bytes: Buffer, claimed: ClaimedFile): Promise<DecodedText | null> {
  const text = decodeUnicode(bytes);
  if (text !== null) return { text };
  return textTypeOf(claimed) === undefined || isUtf8(bytes) ? null : guessText(bytes);
}

/** Why the bytes are refused: a file that claims to be text may be one in an encoding that is not known. */
function describeRefused(claimed: ClaimedFile): string {
  return textTypeOf(claimed) !== undefined
    ? `${claimed.name} is not text in an encoding that is known; save it again in UTF-8 (in Excel: "CSV UTF-8").`
    : `${claimed.name} is of a type that is not supported; send ${ALLOWED}.`;
}

/** The type of text that a file claims to be; undefined where it claims none. */
function textTypeOf({ name, type }: ClaimedFile): string | undefined {
  const claimed = type === undefined ? '' : essence({ name, type });
  if (isTextType(claimed)) return claimed;
  return TYPE_BY_ENDING[(name.split('.').at(-1) as string).toLowerCase()];
}

function requireClaimedType({ name, type }: ClaimedFile, found: string): void {
  const claimed = type === undefined ? BYTES : essence({ name, type });
  if (claimed === BYTES || claimed === found) return;
  throw refuse('invalid_payload', `${name} is ${found} by its bytes, not ${claimed}; correct its type.`);
}

function inspectPicture(bytes: Buffer, claimed: ClaimedFile): InspectedFile | null {
  if (!isPicture(bytes)) return null;
  const header = readPictureHeader(bytes);
  if (!header) throw refuse('invalid_payload', `${claimed.name} is a picture with a broken header; send it whole.`);
  const { type, width, height } = header;
  requireClaimedType(claimed, type);
  const size = `${claimed.name} has ${width}×${height} pixels`;
  if (width < 1 || height < 1) throw refuse('invalid_payload', `${size}; its header is broken.`);
  if (width * height > MAX_PIXELS) throw refuse('too_large', `${size}; ${MAX_PIXELS} are the most.`);
  const damage = findDamage(bytes, header);
  if (damage !== null) throw refuse('invalid_payload', `${claimed.name} is damaged. ${damage}. Send it whole.`);
  return { type, bytes: bytes.length, width, height, text: null };
}

async function inspectPdf(bytes: Buffer, claimed: ClaimedFile, pdfs: PdfTexts): Promise<InspectedFile> {
  requireClaimedType(claimed, PDF);
  const text = await pdfs.read(claimed.name, bytes, MAX_TEXT);
  return { type: PDF, bytes: bytes.length, text: text.slice(0, MAX_TEXT).toWellFormed() };
}

/** Finds out what a file is from its bytes. Throws a refusal where it may not be stored, or is not what it claims to be. */
export async function inspectFile(bytes: Buffer, claimed: ClaimedFile, pdfs: PdfTexts): Promise<InspectedFile> {
  const { name } = claimed;
  if (bytes.length === 0) throw refuse('invalid_payload', `${name} is empty.`);
  if (bytes.length > MAX_FILE_BYTES)
    throw refuse('too_large', `${name} has ${bytes.length} bytes; ${MAX_FILE_BYTES} are the most.`);
  const picture = inspectPicture(bytes, claimed);
  if (picture) return picture;
  if (isPdf(bytes)) return inspectPdf(bytes, claimed, pdfs);
  const decoded = await readText(bytes, claimed);
  if (decoded === null && claimed.mayBeAnything) return { type: BYTES, bytes: bytes.length, text: null };
  if (decoded === null) throw refuse('unsupported_media_type', describeRefused(claimed));
  const type = textTypeOf(claimed) ?? 'text/plain';
  requireClaimedType(claimed, type);
  return { type, bytes: bytes.length, ...decoded, text: decoded.text.slice(0, MAX_TEXT).toWellFormed() };
}
