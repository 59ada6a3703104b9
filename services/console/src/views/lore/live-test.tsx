import type { LoreTest } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useClient } from '../../api/client';
import { Badge } from '../../components/badge';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { useDebounced } from '../../hooks/use-debounced';
import { useDraft } from '../../hooks/use-draft';
import { hrefTo } from '../../routing/route';

const DEBOUNCE_MS = 300;
const MOST_CHARS = 16_384;
const MOST_VERDICTS = 200;

function Verdicts({ test: { book, active, verdicts } }: { readonly test: LoreTest }): ReactNode {
  return (
    <>
      <p role="status">
        {active} of {verdicts.length} entries are active.
      </p>
      <ul className="verdicts" tabIndex={0} aria-label="Verdicts">
        {verdicts.slice(0, MOST_VERDICTS).map(({ entry, label, verdict, says }) => (
          <li key={entry} data-verdict={verdict}>
            <a href={hrefTo('lore', [book, entry])}>{entry}</a> {label && <bdi>{label}</bdi>}{' '}
            {verdict === 'active' && <Badge kind="good">active</Badge>} <bdi className="soft">{says}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Which entries of a book a text would activate, while it is typed, and why not the others. The text stays while pages change. */
export function LiveTest({ book }: { readonly book: string }): ReactNode {
  const client = useClient();
  const id = useId();
  const [typed, setTyped] = useDraft(`lore test ${book}`);
  const text = useDebounced(typed, DEBOUNCE_MS);
  const test = useQuery({
    queryKey: ['lore', 'test', book, text],
    queryFn: () => client.testLore(book, { text }),
    placeholderData: (before) => before,
  });
  return (
    <section className="live-test" aria-label="Live test" aria-busy={test.isFetching}>
      <label htmlFor={id}>Which entries does this message activate?</label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        maxLength={MOST_CHARS}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {test.error && <ErrorNotice error={test.error} />}
      {test.isPending && <Loading label="Looking for the entries" />}
      {test.data && <Verdicts test={test.data} />}
    </section>
  );
}
