import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';

const TRIGGERS = /^trigger: ([0-9a-f-]{36}) version \d+, then ([0-9a-f-]{36}) version \d+$/;
const POSITIONS = /^position: (\d+), then (\d+)$/;
const SHOWN_TEXT = 120;

/** The ids of the two messages, where a cause of a difference says that two contexts answer different messages. */
export function readTriggers(cause: string): readonly [string, string] | undefined {
  const [, a, b] = TRIGGERS.exec(cause) ?? [];
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** A cause of a difference in words; positions with separators between thousands. */
export function describeCause(cause: string): string {
  const [, a, b] = POSITIONS.exec(cause) ?? [];
  return a === undefined || b === undefined
    ? cause
    : `position in the log: ${Number(a).toLocaleString('en')}, then ${Number(b).toLocaleString('en')}`;
}

/** The messages that two contexts answer, by their texts. */
function Messages({ cause, ids }: { readonly cause: string; readonly ids: readonly string[] }): ReactNode {
  const client = useClient();
  const texts = useQueries({
    queries: ids.map((id) => ({ queryKey: ['rendering', id], queryFn: () => client.rendering(id) })),
  }).map(({ data }) => data?.text.slice(0, SHOWN_TEXT));
  if (texts.includes(undefined)) return cause;
  return (
    <>
      message: <q dir="auto">{texts[0]}</q>, then <q dir="auto">{texts[1]}</q>
    </>
  );
}

/** Why two contexts differ, one line for each cause. */
export function DiffCauses({ causes }: { readonly causes: readonly string[] }): ReactNode {
  return (
    <ul className="causes">
      {causes.map((cause) => {
        const triggers = readTriggers(cause);
        return <li key={cause}>{triggers ? <Messages cause={cause} ids={triggers} /> : describeCause(cause)}</li>;
      })}
    </ul>
  );
}
