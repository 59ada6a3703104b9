import type { OpenDraft } from '@crumbtrail/client';
import type { AgentDefV1, Envelope } from '@crumbtrail/contracts';
import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import type { JsonObject } from '../../components/editing/json-pointer';
import PayloadEditor, { type PayloadEditorProps } from '../../components/editing/payload-editor';
import { QueryResult } from '../../components/query-result';
import { hrefTo } from '../../routing/route';
import { existingAgentFields } from './agent-form';
import { agentNotes } from './agent-notes';
import { DraftBar } from './draft-bar';
import { TestPanel } from './test-panel';

type Published = Envelope<AgentDefV1>;

/** How the form saves: a draft, which no turn uses, or the definition itself. */
function useSaving(crumb: Published, draft: OpenDraft | null): Pick<PayloadEditorProps, 'saving' | 'alternative'> {
  const client = useClient();
  return useMemo(() => {
    const save = async (value: JsonObject, overwrite: boolean): Promise<void> => {
      const before = overwrite ? await client.agentDrafts.find(crumb.context.agent) : draft;
      const base = before?.base ?? { id: crumb.id, version: crumb.version };
      await client.agentDrafts.save(value as unknown as AgentDefV1, base, before);
    };
    return draft ? { saving: { label: 'Save draft', save } } : { alternative: { label: 'Save as draft', save } };
  }, [client, crumb, draft]);
}

/** The form of a definition or of its draft, and beside it what last turns would have been with what the form holds. */
function DefinitionForm({ crumb, draft }: { readonly crumb: Published; readonly draft: OpenDraft | null }): ReactNode {
  const isOperator = useIdentity().role === 'operator';
  const [edited, setEdited] = useState<{ readonly value: JsonObject; readonly isValid: boolean }>();
  const onDraft = useCallback((value: JsonObject, isValid: boolean) => setEdited({ value, isValid }), []);
  const shown = useMemo(() => toJsonObject(draft?.definition ?? crumb.context), [crumb, draft]);
  return (
    <div className="agent-editing">
      <PayloadEditor
        schemaName={WIRE.agentDef}
        value={shown}
        crumb={crumb}
        fields={existingAgentFields}
        notes={agentNotes}
        onDraft={onDraft}
        {...useSaving(crumb, draft)}
      />
      {isOperator && (
        <TestPanel agent={crumb.context.agent} definition={edited?.value ?? shown} isValid={edited?.isValid ?? true} />
      )}
    </div>
  );
}

interface DefinitionState {
  readonly crumb: Published;
  readonly draft: OpenDraft | null;
}

/** The definition of an agent, or its draft where there is one, in a form. */
export default function DefinitionTab({ id, agent }: { readonly id: string; readonly agent: string }): ReactNode {
  const client = useClient();
  const isOperator = useIdentity().role === 'operator';
  const state = useQuery({
    queryKey: ['agent-definition', id],
    queryFn: async (): Promise<DefinitionState> => {
      const [crumb, draft] = await Promise.all([client.get(id), isOperator ? client.agentDrafts.find(agent) : null]);
      return { crumb: crumb as unknown as Published, draft };
    },
  });
  return (
    <QueryResult query={state}>
      {({ crumb, draft }) => (
        <>
          <p className="soft">
            Version {crumb.version} is published.{' '}
            <a href={hrefTo('trails', [crumb.trail_id], { crumb: id })}>View as breadcrumb</a>
          </p>
          {draft && <DraftBar draft={draft} published={crumb} />}
          <DefinitionForm key={draft ? 'draft' : 'published'} crumb={crumb} draft={draft} />
        </>
      )}
    </QueryResult>
  );
}
