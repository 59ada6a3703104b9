import { isApiError, type Crumbtrail } from '@crumbtrail/client';
import type { ImportedCrumb } from './write-drafts';

/** Requests at a time: further ones would wait for the writer of the log. */
const CONCURRENT = 8;

/** Is it an answer that says that the breadcrumb was erased or changed since? Then it is left as it is. */
const isOutdated = (error: unknown): boolean =>
  isApiError(error, 404) || isApiError(error, 410) || isApiError(error, 412);

/** Erases what an import has stored, the last one first. Resolves to how many were left because somebody had changed or erased them since. */
export async function eraseImported(
  client: Pick<Crumbtrail, 'erase'>,
  receipts: readonly ImportedCrumb[],
  onErased: (count: number) => void,
): Promise<number> {
  const waiting = [...receipts];
  let done = 0;
  let left = 0;
  const eraseNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await client.erase(next.id, next.version).catch((error: unknown) => {
        if (!isOutdated(error)) throw error;
        left += 1;
      });
      onErased((done += 1));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, eraseNext));
  return left;
}
