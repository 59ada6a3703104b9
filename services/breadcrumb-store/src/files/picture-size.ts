import { imageSize } from 'image-size';

/** A picture as its header describes it. */
export interface PictureHeader {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** The media types of the pictures that may be stored, by the names that `image-size` gives them. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Reads type and size of a picture from its header, without decoding it; null for anything else. */
export function readPictureHeader(bytes: Buffer): PictureHeader | null {
  try {
    const { type = '', width, height } = imageSize(bytes);
    const found = TYPES[type];
    return found === undefined ? null : { type: found, width, height };
  } catch {
    return null; // It throws for what is no picture, and for a header that is broken.
  }
}
