import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button';
import { hrefTo } from '../../routing/route';
import { readResponse } from './live-session';

/** What a reader can do with a message: the row below it. Further actions are further children of this row. */
export function MessageActions({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { content } = crumb.context as { content?: unknown };
  const context = crumb.schema_name === WIRE.agentResponse ? readResponse(crumb).context_id : undefined;
  return (
    <div className="message-actions">
      {typeof content === 'string' && content !== '' && (
        <CopyButton label="Copy" subject="Text of the message" text={() => content} />
      )}
      <span className="links">
        <a href={hrefTo('trails', [crumb.trail_id], { crumb: crumb.id })}>trail</a>
        {context && <a href={hrefTo('contexts', [context])}>context</a>}
      </span>
    </div>
  );
}
