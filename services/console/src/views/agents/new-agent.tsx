import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';
import { Loading } from '../../components/loading';
import { agentNotes } from './agent-notes';
import { agentFields, newAgentTemplate } from './agent-form';

const PayloadEditor = lazy(() => import('../../components/editing/payload-editor'));
const initialPayload = toJsonObject(newAgentTemplate);

/** Creates an agent from a template. */
export function NewAgent(): ReactNode {
  return (
    <div className="view">
      <p>
        <a href={hrefTo('agents')}>All agents</a>
      </p>
      <h1>New agent</h1>
      <Suspense fallback={<Loading label="Loading the editor" />}>
        <PayloadEditor
          schemaName={WIRE.agentDef}
          value={initialPayload}
          fields={agentFields}
          notes={agentNotes}
          onSaved={({ agent }) => navigate(hrefTo('agents', [String(agent)], { created: true }))}
        />
      </Suspense>
    </div>
  );
}
