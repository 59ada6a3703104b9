import { MAX_FILE_BYTES, refuse, type StoredFile } from '@crumbtrail/contracts';
import { findDamage, isPicture } from './check-picture';
import { isPdf, type PdfTexts } from './pdf/pdf-text';
import { readPictureHeader } from './picture-size';

/** The most pixels of a picture: what decodes it needs four bytes for each. */
export const MAX_PIXELS = 40_000_000;
/** Characters of a file's text that are stored, shown and searched. */
export const MAX_TEXT = 60_000;

/** What a file is, and the beginning of its text. */
export interface InspectedFile extends Omit<StoredFile, 'hash'> {
  /** Null for a picture. */
  readonly text: string | null;
}

/** What an upload says about itself. */
export interface ClaimedFile {
  readonly name: string;
  readonly type?: string | undefined;
}

const ALLOWED = 'PNG, JPEG, GIF and WebP pictures, PDF, and text in UTF-8';

const PDF = 'application/pdf';

const TYPE_BY_ENDING: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
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

/** ASCII control characters that no text has. */
const BINARY = /(?![\t\n\v\f\r\x7f-\x9f])\p{Cc}/u;

/** The text of the bytes; null where they are not UTF-8, or hold characters that no text has. */
function decodeText(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return BINARY.test(text) ? null : text;
  } catch {
    return null;
  }
}

function textType({ name, type }: ClaimedFile): string {
  const claimed = type === undefined ? '' : essence({ name, type });
  if (isTextType(claimed)) return claimed;
  return TYPE_BY_ENDING[(name.split('.').at(-1) as string).toLowerCase()] ?? 'text/plain';
}

function requireClaimedType({ name, type }: ClaimedFile, found: string): void {
  const claimed = type === undefined ? 'application/octet-stream' : essence({ name, type });
  if (claimed === 'application/octet-stream' || claimed === found) return;
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
  const text = decodeText(bytes);
  if (text === null)
    throw refuse('unsupported_media_type', `${name} is of a type that is not supported; send ${ALLOWED}.`);
  const type = textType(claimed);
  requireClaimedType(claimed, type);
  return { type, bytes: bytes.length, text: text.slice(0, MAX_TEXT).toWellFormed() };
}
