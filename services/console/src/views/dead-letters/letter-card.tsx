import type { ReactNode } from 'react';
import { hrefTo } from '../../app/route';
import { Badge } from '../../parts/badge';
import { JsonText } from '../../parts/json-text';
import { Time } from '../../parts/time';
import type { Letter } from './letters';
import { whatFailed, whyItFailed } from './why';

const kinds = { waiting: 'bad', 'failed again': 'plain', replayed: 'good', unreadable: 'warn' } as const;
const meanings = {
  waiting: 'Not replayed yet.',
  'failed again': 'Replayed and failed again; see the newer dead letter.',
  replayed: 'Replayed, and no newer failure recorded.',
  unreadable: 'The event could not be read, so there is nothing to replay.',
} as const;

function Links({ letter: { crumb } }: { readonly letter: Letter }): ReactNode {
  const { event } = crumb.context;
  return (
    <>
      {event.id !== undefined && <a href={hrefTo('trails', [event.id], { crumb: event.id })}>View the breadcrumb</a>}{' '}
      <span className="soft">log position {event.position}</span>
    </>
  );
}

/** One dead letter: what failed, why, and the way to make it good. */
export function LetterCard(props: {
  readonly letter: Letter;
  readonly mayReplay: boolean;
  readonly onReplay: (id: string) => void;
}): ReactNode {
  const { letter, mayReplay, onReplay } = props;
  const { crumb, standing } = letter;
  const { replayed } = crumb;
  const what = whatFailed(crumb.context);
  return (
    <li className="letter">
      <p className="row">
        <Badge kind={kinds[standing]} title={meanings[standing]}>
          {standing}
        </Badge>
        <Time at={crumb.created_at} />
      </p>
      <p>{what}</p>
      <p className="why">{whyItFailed(crumb.context)}</p>
      {replayed && (
        <p className="soft">
          Replayed by {replayed.by.id} <Time at={replayed.at} />
        </p>
      )}
      <p>
        <Links letter={letter} />
      </p>
      <details>
        <summary>Raw dead letter</summary>
        <JsonText value={crumb.context} />
      </details>
      {standing === 'waiting' && (
        <button type="button" disabled={!mayReplay} aria-label={`Replay: ${what}`} onClick={() => onReplay(crumb.id)}>
          Replay
        </button>
      )}
    </li>
  );
}
