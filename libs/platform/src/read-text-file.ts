import { readFileSync } from 'node:fs';
import { decodeText } from './decode-text';

/** The text of a file that an operator wrote, in UTF-8 or UTF-16 with or without a byte order mark: editors and shells of Windows write both. Throws what reading throws. */
export const readTextFile = (path: string): string => decodeText(readFileSync(path));
