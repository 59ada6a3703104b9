import { ImportRefused, readPngChunks } from '@crumbtrail/lore';
import type { PictureHeader } from './picture-size';

const startsWith = (bytes: Buffer, hex: string): boolean => bytes.toString('hex', 0, hex.length / 2) === hex;

/** What the first bytes of a picture of a supported type are; the rest of it may be damaged. */
export function isPicture(bytes: Buffer): boolean {
  if (['89504e470d0a1a0a', 'ffd8ff', '474946383761', '474946383961'].some((hex) => startsWith(bytes, hex))) return true;
  return startsWith(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP';
}

const CUT_OFF = 'The picture is cut off';

function damageOfPng(bytes: Buffer): string | null {
  try {
    const chunks = readPngChunks(bytes);
    return chunks.some(({ type }) => type === 'IDAT') ? null : 'The picture has no pixels';
  } catch (error) {
    if (error instanceof ImportRefused) return error.message;
    throw error;
  }
}

/** Programs add bytes after the end of a JPEG, so its end is looked for, and not expected last. */
const damageOfJpeg = (bytes: Buffer): string | null =>
  bytes.lastIndexOf('ffd9', undefined, 'hex') > 2 ? null : CUT_OFF;

function damageOfGif(bytes: Buffer): string | null {
  let last = bytes.length - 1;
  while (last > 0 && bytes[last] === 0) last -= 1;
  return bytes[last] === 0x3b ? null : CUT_OFF;
}

const damageOfWebp = (bytes: Buffer): string | null => (bytes.readUInt32LE(4) + 8 > bytes.length ? CUT_OFF : null);

const DAMAGE: Readonly<Record<string, (bytes: Buffer) => string | null>> = {
  'image/png': damageOfPng,
  'image/jpeg': damageOfJpeg,
  'image/gif': damageOfGif,
  'image/webp': damageOfWebp,
};

/**
 * Why a picture cannot be shown, without decoding it: a PNG is checked by the checksums of its chunks, the other types by where they end; null where
 * nothing is wrong. A model that got a damaged picture would refuse the whole request.
 */
export const findDamage = (bytes: Buffer, { type }: PictureHeader): string | null => DAMAGE[type]?.(bytes) ?? null;
