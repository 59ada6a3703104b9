import { SafeTextCache, type TextCaches } from './gather/hydrate';
import { OverrideValidator } from './plan/overrides';
import { PlanCache } from './plan/plan';
import { FingerprintCache } from './text/fingerprint';
import { IdNameCache } from '@crumbtrail/prompting';

/** What a builder remembers from one build to the next, each part with a limited size. One instance serves the whole process. */
export class BuildCaches implements TextCaches {
  readonly plans = new PlanCache();
  readonly overrides = new OverrideValidator();
  readonly safeTexts = new SafeTextCache();
  readonly fingerprints = new FingerprintCache();
  readonly idNames = new IdNameCache();
}
