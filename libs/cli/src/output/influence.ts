import type { InfluenceReply } from '@crumbtrail/contracts';
import { type OutputBlock, table } from './table';

/** The contexts that used a breadcrumb, newest first. */
export function influenceLines({ contexts, beyond }: InfluenceReply): OutputBlock[] {
  const rows = contexts.map(({ id, agent, session = '', created_at, quoted_version, response }) => [
    created_at,
    agent,
    session,
    id,
    String(quoted_version),
    response ? `${response.action} ${response.id}` : '(no reply)',
  ]);
  return [
    ...table(
      ['built', 'agent', 'session', 'context', { heading: 'version', optional: true }, 'reply'],
      rows,
      'No contexts visible to this key used this breadcrumb.',
    ),
    ...(beyond > 0 ? ['', `${beyond} more not shown; use --limit to show more`] : []),
  ];
}
