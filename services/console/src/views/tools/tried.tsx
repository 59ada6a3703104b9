import type { ToolTrial } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import { hrefTo } from '../../app/route';
import { Badge } from '../../parts/badge';
import { JsonText } from '../../parts/json-text';

function Given({ result }: { readonly result: NonNullable<ToolTrial['result']> }): ReactNode {
  const { status, output, text, error, duration_ms, truncated } = result.context;
  const isData = typeof output === 'object' && output !== null;
  return (
    <>
      <p className="row">
        <Badge kind={status === 'ok' ? 'good' : 'bad'}>{error ? error.code : 'ok'}</Badge>
        {duration_ms !== undefined && <span>{Math.round(duration_ms)} ms</span>}
        {truncated && <span>Truncated for the model.</span>}
      </p>
      {isData && !error ? <JsonText value={output} /> : <pre tabIndex={0}>{text}</pre>}
    </>
  );
}

/** What came of a tool that was tried, and where it is recorded. */
export function Tried({ tried }: { readonly tried: ToolTrial }): ReactNode {
  return (
    <section aria-label="Result">
      {tried.result ? <Given result={tried.result} /> : <p>Still running. Follow it in its trail.</p>}
      <p>
        <a href={hrefTo('trails', [tried.trail_id])}>View trail</a>
      </p>
    </section>
  );
}
