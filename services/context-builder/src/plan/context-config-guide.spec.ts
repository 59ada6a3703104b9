import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfig, ContextConfig, validateContext, type ContextConfigV1 } from '@crumbtrail/contracts';
import { computeBudget, computeCap } from './budget';
import { resolvePlan } from './plan';

const guide = readFileSync(join(__dirname, '../../../../docs/guides/context-config.md'), 'utf8');
const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '') as ContextConfigV1;

describe('docs/guides/context-config.md', () => {
  test('has an example that is valid', () => {
    expect([...validateContext(ContextConfig.name, example), ...checkConfig(example)]).toEqual([]);
  });

  test('computes the budget as the code does', () => {
    const model = { context_window: 8192, max_output_tokens: 1024 };
    const budget = computeBudget(model, { system_prompt: 310, tool_schemas: 0 }, { max_tokens: 8000, margin: 0 });
    expect(guide).toContain(`| ${budget.cap} |`);
    expect(guide).toContain(`= ${computeCap(budget, 0.05)}.`);
  });

  test('lists the priorities and quotas of sections', () => {
    const { sections } = resolvePlan([]).plan;
    for (const { name, priority, quota } of sections)
      expect(guide).toContain(`| \`${name}\` | ${priority} | ${quota} |`);
  });

  test('states the defaults of searching sources and of dedup', () => {
    const { sources, dedup, window, excerpts } = resolvePlan([]).plan;
    expect(guide).toContain(`\`excerpts.over\` tokens (${excerpts?.over})`);
    expect(guide).toContain(`\`excerpts.passages\` (${excerpts?.passages})`);
    const hybrid = sources.find(({ type }) => type === 'hybrid');
    expect(guide).toContain(`| relevant | ${hybrid?.limit} | ${hybrid?.floor} |`);
    expect(guide).toContain(`\`dedup.information\` bits (${dedup.information})`);
    expect(guide).toContain(`every other value (${dedup.near_distance}) is as above`);
    expect(guide).toContain(`limit is given, ${window.newest}, and ${window.alone} where`);
  });
});
