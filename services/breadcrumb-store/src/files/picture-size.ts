/** A picture as its header describes it. */
export interface PictureHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

const beginsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.length >= at + text.length && bytes.toString('latin1', at, at + text.length) === text;

function png(bytes: Buffer): PictureHeader | null {
  if (!beginsWith(bytes, '\x89PNG\r\n\x1a\n') || !beginsWith(bytes, 'IHDR', 12)) return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): PictureHeader | null {
  if (!beginsWith(bytes, 'GIF87a') && !beginsWith(bytes, 'GIF89a')) return null;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Start-of-frame markers: 0xC0 to 0xCF without the tables that share the range. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks the segments up to the frame header. Each step is at least 4 bytes, so that it ends. */
function jpeg(bytes: Buffer): PictureHeader | null {
  if (!beginsWith(bytes, '\xff\xd8\xff')) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))) {
    if (isFrame(bytes[at + 1] as number))
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}

/** The three forms of https://developers.google.com/speed/webp/docs/riff_container: VP8X, VP8L and VP8. */
function webp(bytes: Buffer): PictureHeader | null {
  if (!beginsWith(bytes, 'RIFF') || !beginsWith(bytes, 'WEBP', 8)) return null;
  const type = 'image/webp';
  if (beginsWith(bytes, 'VP8X', 12))
    return { type, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (beginsWith(bytes, 'VP8L', 12)) {
    const sizes = bytes.readUInt32LE(21);
    return { type, width: 1 + (sizes & 0x3fff), height: 1 + ((sizes >>> 14) & 0x3fff) };
  }
  if (!beginsWith(bytes, 'VP8 ', 12)) return null;
  return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** Bytes that the headers of PNG, GIF and WebP take at most. */
const HEADER_BYTES = 32;

/** Reads type and size of a picture from its header, without decoding it; null for anything else. */
export function readPictureHeader(bytes: Buffer): PictureHeader | null {
  const padded = bytes.length < HEADER_BYTES ? Buffer.concat([bytes, Buffer.alloc(HEADER_BYTES)]) : bytes;
  return png(padded) ?? gif(padded) ?? webp(padded) ?? jpeg(bytes);
}
