import type { SessionEntry } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { OutcomeBadge } from '../../../components/outcome-badge';
import { RelativeTime } from '../../../components/relative-time';
import { hrefTo } from '../../../routing/route';

/** A session in the list: title first, then its name, who said what last and when. */
export function SessionItem(props: {
  readonly entry: SessionEntry;
  readonly current: boolean;
  readonly isUnread: boolean;
}): ReactNode {
  const { entry, current, isUnread } = props;
  const { name, title, last, messages, outcome } = entry;
  return (
    <li>
      <a href={hrefTo('chat', [name])} aria-current={current ? 'true' : undefined}>
        <span className={isUnread ? 'session-title unread' : 'session-title'} dir="auto">
          {title ?? name}
        </span>
        {isUnread && <span className="hidden"> (unread)</span>}
        <span className="soft session-facts">
          {title !== undefined && `${name} · `}
          {messages} · <RelativeTime at={last.occurred_at} /> <OutcomeBadge outcome={outcome} />
        </span>
        {last.text !== undefined && (
          <span className="soft session-last" dir="auto">
            {last.text}
          </span>
        )}
      </a>
    </li>
  );
}

/** A session that the loaded list does not have: it has no breadcrumb that the key may read, or, while there is more to load, it comes later. */
export function UnlistedSession(props: {
  readonly name: string;
  readonly current: boolean;
  readonly mayComeLater: boolean;
}): ReactNode {
  const { name, current, mayComeLater } = props;
  return (
    <li>
      <a href={hrefTo('chat', [name])} aria-current={current ? 'true' : undefined}>
        <span className="session-title">{name}</span>
        <span className="soft session-facts">{mayComeLater ? 'further down the list' : 'no messages yet'}</span>
      </a>
    </li>
  );
}
