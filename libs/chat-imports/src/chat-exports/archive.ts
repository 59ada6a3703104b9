import type { FileEntry, Reader } from '@zip.js/zip.js' with { 'resolution-mode': 'import' };
import { ExportRefused } from '../export-refused';
import { isArchive, sliceOf, type ExportBytes } from './export-file';

/** The files of an import, and the names of those beside them that hold no conversations. */
export interface ExportFiles {
  readonly files: readonly ExportBytes[];
  readonly others: readonly string[];
}

/** How ChatGPT, Claude and DeepSeek name the files with conversations: `conversations.json`, or `conversations-000.json` and so on. */
const CONVERSATIONS = /(?:^|\/)conversations[^/]*\.json$/i;
const EXPORTS = /\.jsonl?$/i;
/** What systems put beside files. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)/;

const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Of the files of a folder or an archive those that hold conversations: by their names, else all that may hold some. */
export function chooseExports(names: readonly string[]): readonly string[] {
  const shown = names.filter((name) => !HIDDEN.test(name)).toSorted(byName);
  const named = shown.filter((name) => CONVERSATIONS.test(name));
  return named.length > 0 ? named : shown.filter((name) => EXPORTS.test(name));
}

/** Reads the archive where the reader of ZIP files asks for it. */
async function readerOf(bytes: ExportBytes): Promise<Reader<unknown>> {
  const { Reader: ByteReader } = await import('@zip.js/zip.js');
  return new (class extends ByteReader<unknown> {
    override size = bytes.size;
    override readUint8Array(index: number, length: number): Promise<Uint8Array> {
      return bytes.slice(index, Math.min(bytes.size, index + length));
    }
  })(undefined);
}

/** A file in an archive. */
function toBytes(archive: ExportBytes, entry: FileEntry): ExportBytes {
  return {
    path: `${archive.path}, ${entry.filename}`,
    name: entry.filename.replace(/^.*\//, ''),
    size: entry.uncompressedSize,
    chunks: () => chunksOf(entry),
    slice: (from, to) => sliceOf(chunksOf(entry), from, to),
  };
}

async function* chunksOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reader = readable.getReader();
  const written = entry.getData(writable, { useWebWorkers: false, checkSignature: true });
  // Whoever stops reading cancels the writer, too.
  written.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await written;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function listEntries(bytes: ExportBytes): Promise<FileEntry[]> {
  const { ZipReader } = await import('@zip.js/zip.js');
  const entries = await new ZipReader(await readerOf(bytes)).getEntries().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExportRefused(`${bytes.path} is a ZIP archive that cannot be read: ${reason}.`);
  });
  return entries.filter((entry): entry is FileEntry => !entry.directory);
}

/** The files with conversations in an archive; a file that is no archive is itself. Throws ExportRefused where an archive holds none. */
export async function listExports(bytes: ExportBytes): Promise<ExportFiles> {
  if (!isArchive(await bytes.slice(0, 2))) return { files: [bytes], others: [] };
  const entries = await listEntries(bytes);
  const byNames = new Map(entries.map((entry) => [entry.filename, entry]));
  const chosen = chooseExports([...byNames.keys()]);
  const others = [...byNames.keys()].filter((name) => !chosen.includes(name) && !HIDDEN.test(name));
  if (chosen.length === 0) {
    const held = others.slice(0, 5).join(', ') || 'nothing';
    throw new ExportRefused(`${bytes.path} is a ZIP archive without a JSON file. It holds ${held}.`);
  }
  const locked = chosen.find((name) => byNames.get(name)?.encrypted === true);
  if (locked !== undefined)
    throw new ExportRefused(`${bytes.path} is a ZIP archive, and ${locked} in it is encrypted: unpack it first.`);
  return { files: chosen.map((name) => toBytes(bytes, byNames.get(name) as FileEntry)), others };
}
