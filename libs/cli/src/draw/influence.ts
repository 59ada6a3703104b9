import type { InfluenceReply } from '@crumbtrail/contracts';
import { table } from './table';

/** Where a breadcrumb's words went, newest first. */
export function influenceLines({ contexts, beyond }: InfluenceReply): string[] {
  const rows = contexts.map(({ id, agent, session = '', created_at, quoted_version, response }) => [
    ...[created_at, agent, session, id, String(quoted_version)],
    response ? `${response.action} ${response.id}` : '(no answer)',
  ]);
  return [
    ...table(
      ['built', 'agent', 'session', 'context', 'version', 'answer'],
      rows,
      'No context holds it that this key may read.',
    ),
    ...(beyond > 0 ? ['', `${beyond} more are not listed; ask for more with --limit`] : []),
  ];
}
