import type { Crumbtrail } from '@crumbtrail/client';
import { type Finding, ok, problem } from './finding';

/** Checks that the store answers what the workspace keeps, which it reads from other tables than its status. */
export async function checkRetention(client: Pick<Crumbtrail, 'retention'>): Promise<Finding> {
  try {
    const limits = Object.entries((await client.retention()).keep_days);
    const kept = limits.map(([name, days]) => `${name} for ${days} days`);
    return ok('retention', kept.length === 0 ? 'everything is kept' : `keeps ${kept.join(', ')}, all else forever`);
  } catch (error) {
    return problem(
      'retention',
      (error as Error).message,
      'See the logs of gateway and breadcrumb-store in .crumbtrail/logs.',
    );
  }
}
