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

/** Settings of a request that override configured ones. */
export type RequestedOverrides = Pick<PreviewRequest, 'budget' | 'config'>;

const describeIssues = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => `${path || '/'} ${message}`).join('; ');

/** Validates the overrides of requests, and remembers those that were valid: most previews of an agent send the same ones. */
export class OverrideValidator {
  private readonly valid: LRUCache<string, true>;

  /**
   * @param max overrides remembered; default 1,000
   * @param maxCharacters characters of remembered overrides as JSON, in all; default 1,000,000
   */
  constructor(max = 1_000, maxCharacters = 1_000_000) {
    this.valid = new LRUCache({ max, maxSize: maxCharacters, sizeCalculation: (_, json) => json.length });
  }

  /** Refuses overrides that would not be valid as the agent's `context.config.v1`. */
  validate(agent: string, { budget, config }: RequestedOverrides): void {
    const json = JSON.stringify([agent, budget, config]);
    if (this.valid.has(json)) return;
    const shape = validateContext(ContextConfig.name, { ...config, ...(budget ? { budget } : {}), consumer: agent });
    const issues = shape.length > 0 ? shape : checkConfig(config ?? {});
    if (issues.length > 0)
      throw refuse('invalid_payload', `The requested config is not valid: ${describeIssues(issues)}.`, { issues });
    this.valid.set(json, true);
  }
}

/** The overrides of a request, highest precedence first; they precede what is configured. */
export function requestedOverrides({ budget, config }: RequestedOverrides): PlanOverrides[] {
  return [...(budget ? [{ budget }] : []), ...(config ? [config] : [])];
}
