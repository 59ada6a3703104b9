import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '@crumbtrail/platform';
import { newSecret } from '../identity/keys';

const SHORTEST = 32;

function write(path: string, secret: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  } catch (cause) {
    throw new Error(
      `The operator's key cannot be written to ${path}: ${errorMessage(cause)}; set API_KEY_FILE to another file.`,
      {
        cause,
      },
    );
  }
}

/** The operator's key: what the file holds, or a new one, written so that only the file's owner can read it. */
export function readOrCreateFirstKey(path: string): string {
  if (!existsSync(path)) {
    const secret = newSecret();
    write(path, secret);
    return secret;
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length >= SHORTEST) return secret;
  throw new Error(`The key in ${path} is shorter than ${SHORTEST} characters; remove the file to get a new one.`);
}
