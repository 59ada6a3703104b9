import { TextDecoder } from 'node:util';
import { decode } from 'iconv-lite';

/** Where a page may declare its encoding (HTML Standard, prescan of a byte stream). */
const PRESCAN_BYTES = 1024;
const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i;
const HEADER_CHARSET = /;\s*charset\s*=\s*"?([\w:.-]+)/i;

const BYTE_ORDER_MARKS: readonly (readonly [string, string])[] = [
  ['efbbbf', 'utf-8'],
  ['feff', 'utf-16be'],
  ['fffe', 'utf-16le'],
];

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/**
 * The text of a page: by its byte order mark, the charset of the header `content-type`, or the one that an HTML page
 * declares at its start, in this order; else, and if the encoding is unknown, as UTF-8.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES));
  const mark = BYTE_ORDER_MARKS.find(([hex]) => start.toString('hex').startsWith(hex))?.[1];
  const declared = HEADER_CHARSET.exec(contentType)?.[1] ?? META_CHARSET.exec(start.toString('latin1'))?.[1];
  const decoder = decoderFor(mark ?? declared ?? 'utf-8');
  // The TextDecoder of Node.js 20 reads 0x80 to 0x9f as Latin-1 does, so that a euro sign becomes a control character.
  return decoder.encoding === 'windows-1252' ? decode(bytes, 'windows-1252') : decoder.decode(bytes);
}
