import {
  checkConfig,
  ContextConfig,
  refuse,
  validateContext,
  type Issue,
  type PreviewRequest,
} from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { PlanOverrides } from './plan';

/** What may be asked for in place of what is configured. */
export type RequestedOverrides = Pick<PreviewRequest, 'budget' | 'config'>;

const describeIssues = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => `${path || '/'} ${message}`).join('; ');

/** What was asked for and found right: most previews of an agent ask for the same. */
const right = new LRUCache<string, true>({ max: 1_000, maxSize: 1_000_000, sizeCalculation: (_, name) => name.length });

/** Refuses a plan that no config of this agent could have. */
export function validateOverrides(agent: string, { budget, config }: RequestedOverrides): void {
  const name = JSON.stringify([agent, budget, config]);
  if (right.has(name)) return;
  const shape = validateContext(ContextConfig.name, { ...config, ...(budget ? { budget } : {}), consumer: agent });
  const issues = shape.length > 0 ? shape : checkConfig(config ?? {});
  if (issues.length > 0)
    throw refuse('invalid_payload', `This asks for a plan that no config could have: ${describeIssues(issues)}.`, {
      issues,
    });
  right.set(name, true);
}

/** What is asked for, most pressing first; it comes before what is configured. */
export function requestedOverrides({ budget, config }: RequestedOverrides): PlanOverrides[] {
  return [...(budget ? [{ budget }] : []), ...(config ? [config] : [])];
}
