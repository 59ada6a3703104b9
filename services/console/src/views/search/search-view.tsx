import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';
import { AudienceBadge, Author } from '../../components/author';
import { FilterField } from '../../components/filter-field';
import { QueryResult } from '../../components/query-result';
import { Time } from '../../components/time';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { splitWords } from './split-words';
import './search.css';

const LIMIT = 50;

/** The text of a breadcrumb, or its payload where it has none. */
function textOf({ context, title }: Envelope): string {
  const { content, text } = context as { content?: unknown; text?: unknown };
  const own = content ?? text;
  return typeof own === 'string' ? own : (title ?? JSON.stringify(context));
}

function countResults(count: number): string {
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 result' : `The best ${count} results`;
}

const CHAT_SCHEMAS: ReadonlySet<string> = new Set([WIRE.userMessage, WIRE.agentResponse]);

/** Where a result is in its chat; undefined where it is no message of a session. */
const chatPlaceOf = ({ id, schema_name, session }: Envelope): string | undefined =>
  session !== undefined && CHAT_SCHEMAS.has(schema_name) ? hrefTo('chat', [session], { message: id }) : undefined;

/** `matched`: the words of the text that it was found by. */
function Result({ crumb, matched }: { readonly crumb: Envelope; readonly matched: readonly string[] }): ReactNode {
  const { id, trail_id, schema_name, session, author, occurred_at, audience } = crumb;
  const inTrail = hrefTo('trails', [trail_id], { crumb: id });
  const inChat = chatPlaceOf(crumb);
  return (
    <li>
      <a className="anywhere" dir="auto" href={inChat ?? inTrail}>
        {splitWords(textOf(crumb), matched).map(({ text, isFound }, at) =>
          isFound ? <mark key={at}>{text}</mark> : text,
        )}
      </a>
      <span className="row soft">
        <Author author={author} />
        {session !== undefined && (
          <span>
            in <a href={hrefTo('chat', [session])}>{session}</a>
          </span>
        )}
        <span>{schema_name}</span>
        <Time at={occurred_at} />
        {inChat !== undefined && <a href={inChat}>Open in chat</a>}
        <a href={inTrail}>Open trail</a>
        <AudienceBadge audience={audience} />
      </span>
    </li>
  );
}

/** What is found for words in all breadcrumbs that the reader may see. */
export default function SearchView(): ReactNode {
  const client = useClient();
  const { query, go } = useRoute();
  const read = (name: string): string => query.get(name) ?? '';
  const [q, session, author, schema] = [read('q'), read('session'), read('author'), read('schema')];
  const filter = {
    ...(session && { session }),
    ...(author && { author }),
    ...(schema && { schemas: [schema] }),
  };
  const found = useQuery({
    queryKey: ['search', q, filter],
    queryFn: () => client.search({ query: q, filter, limit: LIMIT }),
    enabled: q !== '',
  });
  return (
    <div className="view search">
      <h1>Search</h1>
      <div className="row">
        <FilterField label="words" isFirst value={q} onChange={(value) => go({ q: value })} />
        <FilterField label="session" value={session} onChange={(value) => go({ session: value })} />
        <FilterField label="author" value={author} onChange={(value) => go({ author: value })} />
        <FilterField
          label="schema"
          value={schema}
          options={Object.values(WIRE)}
          onChange={(value) => go({ schema: value })}
        />
      </div>
      {q === '' ? (
        <p className="soft">Type the words to search for.</p>
      ) : (
        <QueryResult query={found} label="Searching">
          {({ results }) => (
            <>
              <p role="status">{countResults(results.length)}</p>
              <ul className="found" aria-label="Results">
                {results.map(({ breadcrumb, matched = [] }) => (
                  <Result key={breadcrumb.id} crumb={breadcrumb} matched={matched} />
                ))}
              </ul>
            </>
          )}
        </QueryResult>
      )}
    </div>
  );
}
