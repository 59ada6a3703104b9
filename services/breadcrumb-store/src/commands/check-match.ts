import type { AgentDefV1, Issue } from '@crumbtrail/contracts';
import { checkHints } from '@crumbtrail/hints';

type Match = NonNullable<AgentDefV1['subscriptions'][number]['match']>;

/** Validates the paths of conditions on a crumb; `at` is where the conditions stand in the payload. */
export const matchIssues = (at: string, match: Match = []): Issue[] =>
  match.flatMap(({ path }, nth) =>
    checkHints({ include: [path] }).map((one) => ({ ...one, path: `${at}/${nth}/path` })),
  );
