import type { ToolTrial } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import { hrefTo } from '../../routing/route';
import { Badge } from '../../components/badge';
import { JsonBlock } from '../../components/json-block';
import { RunLog } from '../../components/run-log';

function ToolOutput({ result }: { readonly result: NonNullable<ToolTrial['result']> }): ReactNode {
  const { status, output, text, error, duration_ms, truncated, logs } = result.context;
  const isData = typeof output === 'object' && output !== null;
  return (
    <>
      <p className="row">
        <Badge kind={status === 'ok' ? 'good' : 'bad'}>{error ? error.code : 'ok'}</Badge>
        {duration_ms !== undefined && <span>{Math.round(duration_ms)} ms</span>}
        {truncated && <span>Truncated for the model.</span>}
      </p>
      {isData && !error ? <JsonBlock value={output} /> : <pre tabIndex={0}>{text}</pre>}
      <RunLog logs={logs} />
    </>
  );
}

/** The result of a tool trial, with a link to its trail. */
export function TrialResult({ trial }: { readonly trial: ToolTrial }): ReactNode {
  return (
    <section aria-label="Result">
      {trial.result ? <ToolOutput result={trial.result} /> : <p>Still running. Follow it in its trail.</p>}
      <p>
        <a href={hrefTo('trails', [trial.trail_id])}>View trail</a>
      </p>
    </section>
  );
}
