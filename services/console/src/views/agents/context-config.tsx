import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import type { FieldSpec } from '../../components/editing/field-spec';
import PayloadEditor from '../../components/editing/payload-editor';
import type { JsonObject } from '../../components/editing/json-pointer';
import { ErrorNotice } from '../../components/error-notice';
import { EffectPanel } from './effect-panel';

const MAX_CONFIGS = 500;

const fields: readonly FieldSpec[] = [
  {
    pointer: '/preset',
    label: 'Preset',
    kind: 'choice',
    choices: ['conversational', 'memory', 'minimal', 'documents'],
    defaultText: 'conversational',
  },
  { pointer: '/budget/max_tokens', label: 'Budget (tokens)', kind: 'number', defaultText: 'from the preset' },
  { pointer: '/recent_exchanges', label: 'Last exchanges always kept', kind: 'number', defaultText: 'from the preset' },
  { pointer: '/format', label: 'Format', kind: 'choice', choices: ['markdown', 'lmml', 'messages', 'turn'] },
  {
    pointer: '/sources',
    label: 'Sources',
    kind: 'json',
    rows: 6,
    hint: 'Replaces the whole list (up to 4 sources).',
    defaultText: 'from the preset',
  },
  {
    pointer: '/sections',
    label: 'Sections',
    kind: 'json',
    rows: 4,
    hint: 'Per section: priority, quota, min_tokens, max_tokens.',
  },
  {
    pointer: '/features',
    label: 'Weights',
    kind: 'json',
    rows: 3,
    hint: 'Ranking features of search sources; 0 turns a feature off.',
  },
  { pointer: '/dedup', label: 'Duplicates and filler', kind: 'json', rows: 3 },
  {
    pointer: '/excerpts',
    label: 'Excerpts',
    kind: 'json',
    rows: 2,
    hint: 'over: tokens from which a text is cut; passages: how many of it are shown, 0 for all of it.',
    defaultText: 'over 150 tokens, 1 passage',
  },
];

/** A configuration without its consumer, as a build request expects it. */
function withoutConsumer({ consumer: _, ...config }: JsonObject): JsonObject {
  return config;
}

/** Edits the context.config.v1 of an agent and shows its effect on a turn. */
export default function ContextConfig({
  agent,
  responses,
}: {
  readonly agent: string;
  readonly responses: readonly Envelope[];
}): ReactNode {
  const client = useClient();
  const { data, error, isPending } = useQuery({
    queryKey: ['context-config', agent],
    queryFn: async () => {
      const { breadcrumbs } = await client.list({ schema: WIRE.contextConfig, limit: MAX_CONFIGS });
      return breadcrumbs.find(({ context }) => (context as JsonObject)['consumer'] === agent) ?? null;
    },
  });
  const [state, setState] = useState<{ value: JsonObject; isValid: boolean }>();
  const onDraft = useCallback((value: JsonObject, isValid: boolean) => {
    setState((before) => ({ value: isValid || !before ? value : before.value, isValid }));
  }, []);
  const value = useMemo<JsonObject>(
    () => (data?.context as JsonObject | undefined) ?? { consumer: agent },
    [data, agent],
  );
  const draft = useMemo(() => (state ? withoutConsumer(state.value) : undefined), [state]);
  if (error) return <ErrorNotice error={error} />;
  if (isPending) return <Loading />;
  return (
    <>
      <p className="soft">
        {data
          ? `Version ${data.version}. Saved changes take effect from the next turn.`
          : 'No overrides: using the agent’s definition and its preset.'}
      </p>
      <div className="agent-editing">
        <PayloadEditor
          schemaName={WIRE.contextConfig}
          value={value}
          crumb={data ?? undefined}
          createLabel="Save"
          fields={fields}
          onDraft={onDraft}
        />
        <EffectPanel responses={responses} draft={draft} isValid={state?.isValid ?? false} />
      </div>
    </>
  );
}
