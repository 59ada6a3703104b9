import type { ConversationPart } from '../src/chat-exports/conversation';
import { readExport, type ReadPart } from '../src/chat-exports/read-export';

/** What was read of a file. */
interface ReadFile {
  readonly parts: ConversationPart[];
  readonly problems: string[];
  readonly formats: string[];
  readonly bytes: number;
  /** Lines that are not UTF-8. */
  readonly foreignLines: number[];
}

/** One object on each line. */
export const jsonLines = (...items: readonly unknown[]): string => items.map((item) => JSON.stringify(item)).join('\n');

/** The bytes in pieces of 64 KiB, as files are read. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Reads exports. */
export function exportReader(): (content: string | Buffer, name?: string, format?: string) => Promise<ReadFile> {
  return async (content, name = 'chats.json', format) => {
    const whole = Buffer.from(content as string);
    const found: (ReadPart & { format: string })[] = [];
    const foreignLines: number[] = [];
    let bytes = 0;
    const slice = async (from: number, to: number): Promise<Uint8Array> => whole.subarray(from, to);
    const bytesOfFile = { path: name, name, size: whole.length, chunks: () => inPieces(whole), slice };
    const file = { bytes: bytesOfFile, ...(format === undefined ? {} : { format }) };
    const progress = { read: (now: number) => (bytes = now), foreignLine: (line: number) => foreignLines.push(line) };
    for await (const one of readExport(file, progress)) found.push(one);
    return {
      parts: found.flatMap((one) => ('part' in one ? [one.part] : [])),
      problems: found.flatMap((one) => ('problem' in one ? [`${one.nth}: ${one.problem}`] : [])),
      formats: [...new Set(found.map((one) => one.format))],
      bytes,
      foreignLines,
    };
  };
}
