import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Writes exports into a folder, which is removed after the tests around this call, and reads them. */
export function exportReader(): (content: string | Buffer, name?: string, format?: string) => Promise<ReadFile> {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-exports-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return async (content, name = 'chats.json', format) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const found: (ReadPart & { format: string })[] = [];
    const foreignLines: number[] = [];
    let bytes = 0;
    const file = { path, ...(format === undefined ? {} : { format }) };
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
