import type { InfluenceReply } from '@crumbtrail/contracts';
import { describeEnding } from '@crumbtrail/formatting';
import { type OutputBlock, table } from './table';
import { nameColumn } from './listing';

/** The contexts that used a breadcrumb, newest first. */
export function influenceLines({ contexts, beyond }: InfluenceReply): OutputBlock[] {
  const rows = contexts.map(({ id, agent, session = '', created_at, quoted_version, response }) => [
    created_at,
    agent,
    session,
    id,
    String(quoted_version),
    response ? describeEnding(response.action) : '(no reply)',
    response?.id ?? '',
  ]);
  return [
    ...table(
      [
        'built',
        nameColumn('agent'),
        nameColumn('session'),
        'context',
        { heading: 'version', optional: true },
        'outcome',
        'reply',
      ],
      rows,
      'No contexts visible to this key used this breadcrumb.',
    ),
    ...(beyond > 0 ? ['', `${beyond} more not shown; use --limit to show more`] : []),
  ];
}
