import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useClient, useIdentity } from '../../../api/client';
import type { FieldSpec } from '../../../components/editing/field-spec';
import { Loading } from '../../../components/loading';
import { QueryResult } from '../../../components/query-result';

const PayloadEditor = lazy(() => import('../../../components/editing/payload-editor'));

/** The most scenes of one session that are searched for the one of all agents. */
const MOST_SCENES = 100;

const fields: readonly FieldSpec[] = [
  { pointer: '/scenario', label: 'Scenario', kind: 'long', rows: 3 },
  { pointer: '/note/text', label: 'Author’s note', kind: 'long', rows: 3 },
  { pointer: '/note/interval', label: 'Note every … messages', kind: 'number', defaultText: '1' },
  { pointer: '/note/depth', label: 'Messages below the note', kind: 'number', defaultText: '4' },
  { pointer: '/lore/books', label: 'Lorebooks', kind: 'lines', hint: 'Names of books, one per line.' },
];

/** The scenario and the author's note of a session, for operators: other keys do not read scenes. */
export function SceneTextsForm({ session }: { readonly session: string }): ReactNode {
  const client = useClient();
  const { role } = useIdentity();
  const isOperator = role === 'operator';
  const scene = useQuery({
    queryKey: ['scene', session],
    enabled: isOperator,
    queryFn: async () => {
      const { breadcrumbs } = await client.list({ schema: WIRE.scene, session, limit: MOST_SCENES });
      return breadcrumbs.find(({ context }) => context['agent'] === undefined) ?? null;
    },
  });
  if (!isOperator) return null;
  return (
    <section aria-label="Scenario and note">
      <h2>Scenario and note</h2>
      <QueryResult query={scene}>
        {(crumb) => (
          <Suspense fallback={<Loading label="Loading the editor" />}>
            <PayloadEditor
              key={crumb?.id ?? 'new'}
              schemaName={WIRE.scene}
              value={toJsonObject(crumb?.context ?? { session })}
              crumb={crumb ?? undefined}
              fields={fields}
            />
          </Suspense>
        )}
      </QueryResult>
    </section>
  );
}
