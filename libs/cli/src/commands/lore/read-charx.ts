import { ImportRefused } from '@crumbtrail/lore';
import { unzipSync } from 'fflate';

/** Where a CHARX archive has its card (specification of character cards, version 3). */
const CARD = 'card.json';
/** The largest card that is unpacked, in bytes. */
const MAX_CARD_BYTES = 64 * 1024 * 1024;
const ZIP_START = 'PK\u0003\u0004';

/** The card in a CHARX archive, a ZIP file; null: the bytes are no such archive. Throws ImportRefused where it holds no card that can be read. */
export function readCharx(bytes: Buffer): { readonly card: string; readonly warnings: readonly string[] } | null {
  if (bytes.toString('latin1', 0, ZIP_START.length) !== ZIP_START) return null;
  const others: string[] = [];
  const unpacked = unpack(bytes, others)[CARD];
  if (unpacked === undefined)
    throw new ImportRefused(`The file is a ZIP archive without a ${CARD}, so no card in CHARX`);
  const left = others.filter((name) => !name.endsWith('/')).length;
  const warnings =
    left === 0
      ? []
      : [
          `${left} other ${left === 1 ? 'file of the archive is' : 'files of the archive, such as pictures, are'} left out`,
        ];
  return { card: new TextDecoder().decode(unpacked), warnings };
}

function unpack(bytes: Buffer, others: string[]): Readonly<Partial<Record<string, Uint8Array>>> {
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name !== CARD) others.push(name);
        else if (originalSize > MAX_CARD_BYTES)
          throw new ImportRefused(`Its ${CARD} has ${originalSize} bytes; the most is ${MAX_CARD_BYTES}`);
        return name === CARD;
      },
    });
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused(`The ZIP archive cannot be read: ${(error as Error).message}`);
  }
}
