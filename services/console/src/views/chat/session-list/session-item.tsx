import type { SessionEntry } from '@crumbtrail/contracts';
import { formatDollars, previewText } from '@crumbtrail/formatting';
import type { ReactNode } from 'react';
import { OutcomeBadge } from '../../../components/outcome-badge';
import { RelativeTime } from '../../../components/relative-time';
import { hrefTo } from '../../../routing/route';
import { useRoute } from '../../../routing/use-route';
import { isChatMessage } from '../live-session';

const numbers = new Intl.NumberFormat('en');

/** `1,200 tokens, $0.02`; nothing where no answer has a bill or a count. */
const usageText = ({ tokens, cost_usd }: SessionEntry): string =>
  [
    ...(tokens === undefined ? [] : [`${numbers.format(tokens)} tokens`]),
    ...(cost_usd === undefined ? [] : [formatDollars(cost_usd)]),
  ].join(', ');

/** Opens a session with the list of sessions as it is filtered. */
function useSessionHref(name: string): string {
  const { query } = useRoute();
  return hrefTo('chat', [name], { find: query.get('find') ?? '', archived: query.get('archived') ?? '' });
}

/** The name of a session that has a title, its number of messages, when the latest was said and how its turns ended. The name gives way to the rest. */
function Facts({ entry: { name, title, last, messages, outcome } }: { readonly entry: SessionEntry }): ReactNode {
  return (
    <span className="soft session-facts">
      {title !== undefined && (
        <span className="session-name" title={name}>
          {name}
        </span>
      )}
      <span>
        {title !== undefined && '· '}
        {messages} · <RelativeTime at={last.occurred_at} />
      </span>
      <OutcomeBadge outcome={outcome} />
    </span>
  );
}

/** A session in the list: title first, then its name, who said what last and when, and what it has cost. */
export function SessionItem(props: {
  readonly entry: SessionEntry;
  readonly current: boolean;
  readonly isUnread: boolean;
}): ReactNode {
  const { entry, current, isUnread } = props;
  const { name, title, last } = entry;
  return (
    <li>
      <a href={useSessionHref(name)} aria-current={current ? 'true' : undefined}>
        <span className={isUnread ? 'session-title unread' : 'session-title'} dir="auto">
          {title ?? name}
        </span>
        {isUnread && <span className="hidden"> (unread)</span>}
        <Facts entry={entry} />
        {usageText(entry) !== '' && <span className="soft session-usage">{usageText(entry)}</span>}
        {isChatMessage(last) && last.text !== undefined && (
          <span className="soft session-last" dir="auto">
            {last.author.kind === 'agent' ? previewText(last.text) : last.text}
          </span>
        )}
      </a>
    </li>
  );
}

/** The open session, if there is nothing in it that the key may read. */
export function EmptySession({ name }: { readonly name: string }): ReactNode {
  return (
    <li>
      <a href={hrefTo('chat', [name])} aria-current="true">
        <span className="session-title">{name}</span>
        <span className="soft session-facts">no messages that you can see</span>
      </a>
    </li>
  );
}
