/** An encoding that the beginning of a text tells. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How they tell an encoding: by a byte order mark, or by the zero byte of a two-byte character. */
const ENCODINGS: readonly (readonly [encoding: TextEncoding, isStart: (first: number, second: number) => boolean])[] = [
  ['utf-16le', (first, second) => (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)],
  ['utf-16be', (first, second) => (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)],
];

/** The encoding that the first two bytes of a text tell. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 'utf-8';
  return ENCODINGS.find(([, isStart]) => isStart(first, second))?.[0] ?? 'utf-8';
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes that are UTF-8; undefined for others. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many bytes a character of UTF-8 has, by its first; 1 for a byte that begins none. */
export function charBytes(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

/** The characters of the bytes from 0x80 to 0x9f in Windows-1252; all others are those of Latin-1. The TextDecoder of some versions of Node.js reads them as Latin-1, too. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windowsChar = (byte: number): string => WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte);

/** The text of bytes of which some are not UTF-8: those are read as Windows-1252. */
export function decodeMixed(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const char = bytes.subarray(at, at + charBytes(bytes[at] as number));
    const valid = decodeUtf8(char);
    text += valid ?? windowsChar(bytes[at] as number);
    at += valid === undefined ? 1 : char.length;
  }
  return text;
}

/** The text of a whole file: UTF-8 or UTF-16, without its byte order mark. Bytes that are not UTF-8 are read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  return (decodeUtf8(bytes) ?? decodeMixed(bytes)).replace(/^\ufeff/, '');
}
