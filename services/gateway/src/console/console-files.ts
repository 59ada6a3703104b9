import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The folder of the built console; the same relative path in sources, builds and images. */
export const CONSOLE_FOLDER = join(__dirname, '..', '..', '..', 'console', 'dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const NAME = /^[\w][\w.-]*$/;
const pack = promisify(gzip);

/** A file of the console, plain and compressed with gzip. */
export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  readonly packed: Buffer;
}

/** Reads and compresses the files of a folder. Assets are cached; pages are read for each request. */
export class ConsoleFiles {
  private readonly kept = new Map<string, ConsoleFile>();

  constructor(private readonly folder: string) {}

  /** Reads an asset, whose name contains a hash of its content, so it never changes; undefined if there is none. */
  async asset(name: string): Promise<ConsoleFile | undefined> {
    const file = this.kept.get(name) ?? (await this.read('assets', name));
    if (file) this.kept.set(name, file);
    return file;
  }

  /** Reads the page, or another file next to it, without caching; undefined if there is none. */
  page(name: string): Promise<ConsoleFile | undefined> {
    return this.read('.', name);
  }

  private async read(place: string, name: string): Promise<ConsoleFile | undefined> {
    const type = types[extname(name)];
    if (type === undefined || !NAME.test(name)) return undefined;
    const body = await readFile(join(this.folder, place, name)).catch(() => undefined);
    return body && { type, body, packed: await pack(body) };
  }
}
