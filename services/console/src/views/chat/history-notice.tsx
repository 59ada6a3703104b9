import type { Envelope } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { hrefTo } from '../../routing/route';
import { type MessageAudience, unusedHistory } from './readable-history';

/** Says above the message that the answer may not use messages on the page, and offers the audience with which it may. */
export function HistoryNotice(props: {
  readonly history: readonly Envelope[];
  readonly audience: MessageAudience;
  readonly onChange: (audience: MessageAudience) => void;
}): ReactNode {
  const { history, audience, onChange } = props;
  const { participant, role } = useIdentity();
  const unused = unusedHistory(history, participant, audience);
  if (!unused) return null;
  const { count, readers, mend } = unused;
  const who = audience === 'all' ? 'everyone in the workspace' : audience === 'agents' ? 'all agents' : 'its readers';
  return (
    <div className="history-notice" role="status">
      <p>
        {count === 1 ? '1 message here is' : `${count} messages here are`} only for {readers.join(', ')}. The answer is
        visible to {who}, so it can’t use {count === 1 ? 'it' : 'them'}.{' '}
        {mend === undefined && 'Ask with a key of one of these readers. '}
        {mend === undefined && role === 'operator' && <a href={hrefTo('keys')}>Keys</a>}
      </p>
      {mend !== undefined && (
        <button type="button" onClick={() => onChange(mend)}>
          Ask so that only you and {mend.map((name) => name.slice('agent:'.length)).join(', ')} read the answer
        </button>
      )}
    </div>
  );
}
