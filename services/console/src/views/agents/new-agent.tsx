import { WIRE } from '@crumbtrail/contracts/wire-names';
import { lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../app/route';
import { visit } from '../../app/use-route';
import { Busy } from '../../parts/busy';
import type { Json } from '../../parts/editing/pointer';
import { subscriptionNote } from './subscription-note';
import { agentFields, template } from './template';

const PayloadEditor = lazy(() => import('../../parts/editing/payload-editor'));
const beginning = template as unknown as Json;

/** An agent that is to be, from a template. */
export function NewAgent(): ReactNode {
  return (
    <div className="view">
      <p>
        <a href={hrefTo('agents')}>All agents</a>
      </p>
      <h1>New agent</h1>
      <Suspense fallback={<Busy what="Loading the editor" />}>
        <PayloadEditor
          schemaName={WIRE.agentDef}
          value={beginning}
          fields={agentFields}
          notes={subscriptionNote}
          onSaved={({ agent }) => visit(hrefTo('agents', [String(agent)]))}
        />
      </Suspense>
    </div>
  );
}
