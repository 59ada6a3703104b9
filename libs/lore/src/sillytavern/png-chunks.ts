import { crc32, inflateSync } from 'node:zlib';
import { ImportRefused } from './lorebook';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
/** Largest picture that is read, in bytes. */
export const MAX_PNG_BYTES = 64 * 1024 * 1024;
const MAX_CHUNKS = 65_536;
/** Length, type and checksum. */
const FRAME = 12;

/** A chunk of a PNG file (https://www.w3.org/TR/png-3/#5Chunk-layout). */
export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a PNG file, with their checksums checked. Throws {@link ImportRefused}. */
export function readPngChunks(file: Uint8Array): PngChunk[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > MAX_PNG_BYTES)
    throw new ImportRefused(`The picture has ${bytes.length} bytes; the most is ${MAX_PNG_BYTES}`);
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new ImportRefused('The file is not a PNG picture');
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE.length; chunks.at(-1)?.type !== 'IEND';) {
    const chunk = readChunk(bytes, at);
    chunks.push(chunk);
    at += FRAME + chunk.data.length;
    if (chunks.length > MAX_CHUNKS) throw new ImportRefused(`The picture has more than ${MAX_CHUNKS} chunks`);
  }
  return chunks;
}

function readChunk(bytes: Buffer, at: number): PngChunk {
  const length = at + FRAME <= bytes.length ? bytes.readUInt32BE(at) : Infinity;
  if (at + FRAME + length > bytes.length)
    throw new ImportRefused(`The picture is cut off: the chunk at byte ${at} is not complete`);
  const type = bytes.toString('latin1', at + 4, at + 8);
  const end = at + 8 + length;
  if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) {
    throw new ImportRefused(`The picture is damaged: the checksum of the chunk at byte ${at} is wrong`);
  }
  return { type, data: bytes.subarray(at + 8, end) };
}

/** A PNG file of chunks. */
export function writePngChunks(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks.map(writeChunk)]);
}

function writeChunk({ type, data }: PngChunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const TEXT_CHUNKS = ['tEXt', 'zTXt', 'iTXt'];

/** The keyword of a chunk of text; undefined: it is another chunk. */
export function keywordOfChunk({ type, data }: PngChunk): string | undefined {
  const end = data.indexOf(0);
  return TEXT_CHUNKS.includes(type) && end > 0 ? data.toString('latin1', 0, end) : undefined;
}

function inflate(data: Buffer): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: MAX_PNG_BYTES });
  } catch (error) {
    throw new ImportRefused(`A compressed text of the picture cannot be read: ${(error as Error).message}`);
  }
}

/** The text of a chunk that has a keyword, compressed or not. Throws {@link ImportRefused} where it cannot be decompressed. */
export function textOfChunk({ type, data }: PngChunk): string {
  const from = data.indexOf(0) + 1;
  if (type === 'tEXt') return data.toString('latin1', from);
  if (type === 'zTXt') return inflate(data.subarray(from + 1)).toString('latin1');
  const [isCompressed] = data.subarray(from);
  const text = data.subarray(data.indexOf(0, data.indexOf(0, from + 2) + 1) + 1);
  return (isCompressed === 1 ? inflate(text) : text).toString('utf8');
}

/** A `tEXt` chunk. */
export const textChunkOf = (keyword: string, text: string): PngChunk => ({
  type: 'tEXt',
  data: Buffer.from(`${keyword}\0${text}`, 'latin1'),
});
