import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { ArchivedRange } from '../backup/backup-format';

const MANIFEST = 'manifest.json';

const position = z.int().min(0);
const manifest = z.strictObject({
  format: z.literal(1),
  log_id: z.uuid(),
  files: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z0-9.-]+$/),
      after: position,
      through: position,
      /** How many events it holds. */
      events: position,
      /** Of the compressed file. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      written_at: z.iso.datetime(),
    }),
  ),
});

/** What an archive consists of: files that continue each other, from the beginning of one log. */
export type Manifest = z.output<typeof manifest>;

/** A file of an archive, as its manifest names it. */
export type ArchivedFile = Manifest['files'][number];

/** An archive is not complete, or was changed. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
  constructor(why: string, options?: { readonly cause?: unknown }) {
    super(`The archive is damaged: ${why}. Use another copy of it.`, options);
  }
}

/** The name of the file that holds this range; names sort in the order of the log. */
export const nameFile = ({ after, through }: ArchivedRange): string =>
  `log-${[after + 1, through].map((one) => String(one).padStart(12, '0')).join('-')}.ndjson.gz`;

function requireContinuous({ files }: Manifest): void {
  let last = 0;
  for (const { name, after, through } of files) {
    if (after !== last || through <= after)
      throw new DamagedArchive(`${name} holds ${after + 1} to ${through} and should begin at ${last + 1}`);
    last = through;
  }
}

/** Reads the manifest of an archive; null where the folder has none. Throws {@link DamagedArchive}. */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return null;
  let read: Manifest;
  try {
    read = manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new DamagedArchive(`${path} is not a manifest`, { cause });
  }
  requireContinuous(read);
  return read;
}

/** Replaces the manifest of an archive as a whole. */
export function writeManifest(folder: string, contents: Manifest): void {
  const part = join(folder, `${MANIFEST}.part`);
  writeFileSync(part, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 });
  renameSync(part, join(folder, MANIFEST));
}

/** SHA-256 of a file, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
