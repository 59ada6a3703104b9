import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Where the console lies when it is built; the same for sources, builds and images. */
export const CONSOLE_FOLDER = join(__dirname, '..', '..', '..', 'console', 'dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const NAME = /^[\w][\w.-]*$/;
const pack = promisify(gzip);

/** A file of the console, as it is and packed. */
export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  readonly packed: Buffer;
}

/** Files of a folder, each read and packed once; what is read anew each time is not kept. */
export class ConsoleFiles {
  private readonly kept = new Map<string, ConsoleFile>();

  constructor(private readonly folder: string) {}

  /** A file whose name says its content, and so never changes; nothing when there is none of that name. */
  async asset(name: string): Promise<ConsoleFile | undefined> {
    const file = this.kept.get(name) ?? (await this.read('assets', name));
    if (file) this.kept.set(name, file);
    return file;
  }

  /** The page itself or another file beside it, as it is now. */
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
