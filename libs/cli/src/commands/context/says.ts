import { isRefusal } from '@crumbtrail/client';
import type { Ref } from '@crumbtrail/contracts';
import type { Says } from '../../draw/items';
import type { Shell } from '../../shell';

/** More than this nobody reads on a terminal. */
const MOST = 60;

/** What the breadcrumbs say that an account speaks of, for people: programs have the ids. */
export async function saysOf(shell: Shell, refs: readonly Pick<Ref, 'id'>[]): Promise<Says> {
  const ids = shell.json ? [] : [...new Set(refs.map(({ id }) => id))].slice(0, MOST);
  const client = shell.client();
  const texts = await Promise.all(
    ids.map(async (id): Promise<[string, string]> => {
      try {
        return [id, (await client.rendering(id)).text];
      } catch (error) {
        if (isRefusal(error)) return [id, '(erased, or not for this key)'];
        throw error;
      }
    }),
  );
  return new Map(texts);
}
