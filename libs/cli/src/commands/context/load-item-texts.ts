import { isApiError } from '@crumbtrail/client';
import type { Ref } from '@crumbtrail/contracts';
import { itemRef, type ItemTexts } from '../../output/items';
import type { Shell } from '../../shell';

/** The most texts that are loaded: more are not readable on a terminal. */
const MAX_TEXTS = 60;

/** Loads the texts of breadcrumb versions, at most {@link MAX_TEXTS}; none with --json, where programs have the ids. */
export async function loadItemTexts(shell: Shell, refs: readonly Ref[]): Promise<ItemTexts> {
  const all = new Map(refs.map((ref) => [itemRef(ref), ref]));
  const wanted = shell.printsData ? [] : [...all].slice(0, MAX_TEXTS);
  const client = shell.client();
  const texts = await Promise.all(
    wanted.map(async ([key, { id, version }]): Promise<[string, string]> => {
      try {
        return [key, (await client.rendering(id, { version })).text];
      } catch (error) {
        if (isApiError(error)) return [key, '(erased, or not visible to this key)'];
        throw error;
      }
    }),
  );
  return new Map(texts);
}
