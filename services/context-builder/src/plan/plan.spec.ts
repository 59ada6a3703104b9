import { MOST_SOURCES, RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { DEFAULT_DEDUP, resolvePlan, planWithBudget, type ResultScope, type PlanOverrides } from './plan';

describe('a plan', () => {
  test('has the recent window and a hybrid search by default, and no tool catalog: its tool mode describes the tools of an agent', () => {
    const { plan } = resolvePlan([]);
    expect(plan.sources.map(({ type, section }) => [type, section])).toEqual([
      ['recent', 'recent'],
      ['hybrid', 'relevant'],
    ]);
    expect([plan.max_tokens, plan.recent_exchanges]).toEqual([4000, 2]);
  });

  test('takes each setting from the first override that has it', () => {
    const preview = { budget: { max_tokens: 500 } };
    const config = { budget: { max_tokens: 900 }, recent_exchanges: 3 };
    const definition = { recent_exchanges: 1, sources: [{ type: 'text' as const, limit: 7 }] };
    const { plan } = resolvePlan([preview, undefined, config, definition]);
    expect([plan.max_tokens, plan.recent_exchanges]).toEqual([500, 3]);
    expect(plan.sources.map(({ type, limit }) => [type, limit])).toEqual([
      ['text', 7],
      ['recent', 18],
    ]);
  });

  test('always has a recent window, unless no exchanges are kept or four other sources are configured', () => {
    const types = (overrides: Parameters<typeof resolvePlan>[0][number]): string[] =>
      resolvePlan([overrides]).plan.sources.map(({ type }) => type);
    const text = { type: 'text' as const };
    expect(types({ sources: [text] })).toEqual(['text', 'recent']);
    expect(types({ sources: [text], recent_exchanges: 0 })).toEqual(['text']);
    expect(types({ sources: [text, text, text, text] })).toHaveLength(MOST_SOURCES);
  });

  test('numbers sources of the same name', () => {
    const { plan } = resolvePlan([{ sources: [{ type: 'text' }, { type: 'text' }, { type: 'recent' }] }]);
    expect(plan.sources.map(({ name }) => name)).toEqual(['text', 'text-2', 'recent']);
  });

  test('has a hash that changes only with the plan', () => {
    expect(resolvePlan([]).hash).toBe(resolvePlan([undefined, {}]).hash);
    expect(resolvePlan([{ dedup: { filler: false } }]).hash).not.toBe(resolvePlan([]).hash);
  });

  test('gives a section its share of the budget, up to its own maximum', () => {
    const { plan } = resolvePlan([
      {
        budget: { max_tokens: 1000 },
        sections: [
          { name: 'tools', quota: 0.1 },
          { name: 'recent', max_tokens: 50, min_tokens: 20 },
        ],
      },
    ]);
    const limits = Object.fromEntries(
      plan.sections.map(({ name, min_tokens, max_tokens }) => [name, [min_tokens, max_tokens]]),
    );
    expect(limits).toMatchObject({ tools: [0, 100], knowledge: [0, 500], relevant: [0, 1000], recent: [20, 50] });
  });

  test('changed to another budget equals a plan resolved for it', () => {
    const overrides = { sections: [{ name: 'recent' as const, quota: 0.3, max_tokens: 900 }] };
    const large = resolvePlan([{ ...overrides, budget: { max_tokens: 8000 } }]).plan;
    expect(planWithBudget(large, 700)).toEqual(resolvePlan([{ ...overrides, budget: { max_tokens: 700 } }]).plan);
  });

  test('takes defaults from the first named preset and every setting from the override that has it', () => {
    const config: PlanOverrides = { preset: 'minimal', recent_exchanges: 4 };
    const definition: PlanOverrides = { preset: 'memory', budget: { max_tokens: 3000 } };
    const { plan } = resolvePlan([config, definition]);
    expect(plan).toMatchObject({ preset: 'minimal', recent_exchanges: 4, max_tokens: 3000 });
    expect(plan.sources.map(({ type }) => type)).toEqual(['recent', 'hybrid']);
  });

  test.each([
    ['conversational', 4000, ['session', 'session']],
    ['memory', 8000, ['session', 'session', 'workspace']],
    ['minimal', 2000, ['session', 'session']],
    ['documents', 8000, ['session', 'workspace']],
  ] as const)('of the preset %s has %i tokens and looks in %j', (preset, tokens, scopes) => {
    const { plan } = resolvePlan([{ preset }]);
    expect(plan.max_tokens).toBe(tokens);
    expect(plan.sources.map(({ scope }) => scope)).toEqual(scopes);
  });

  test('merges feature weights, dedup settings and sections setting by setting', () => {
    const { plan } = resolvePlan([
      { features: { bm25: 2 }, dedup: { filler: false }, sections: [{ name: 'recent', priority: 90 }] },
      { features: { bm25: 3, tags: 1 }, dedup: { cosine: 1 }, sections: [{ name: 'recent', max_tokens: 70 }] },
    ]);
    expect(plan.features).toEqual({ ...RANKING_WEIGHTS.features, bm25: 2, tags: 1 });
    expect(plan.dedup).toEqual({ ...DEFAULT_DEDUP, filler: false, cosine: 1 });
    expect(plan.sections.find(({ name }) => name === 'recent')).toMatchObject({ priority: 90, max_tokens: 70 });
  });

  test('keeps a few of the newest messages by default, and as many as configured', () => {
    expect(resolvePlan([]).plan.window).toEqual({ newest: 6, alone: 20 });
    expect(resolvePlan([{ sources: [{ type: 'recent', limit: 30 }] }]).plan.window).toEqual({ newest: 30, alone: 30 });
    expect(resolvePlan([{ sources: [{ type: 'text' }] }]).plan.window).toEqual({ newest: 0, alone: 0 });
  });

  test('heads the relevant section Earlier within the session and Related beyond it', () => {
    const heading = (scope: 'session' | 'workspace'): string | undefined =>
      resolvePlan([{ sources: [{ type: 'text', scope }] }]).plan.sections.find(({ name }) => name === 'relevant')
        ?.heading;
    expect([heading('session'), heading('workspace')]).toEqual(['Earlier', 'Related']);
  });
});

describe('results of tools in a plan', () => {
  const typesOf = (overrides: PlanOverrides, keeping: ResultScope) =>
    resolvePlan([overrides], { resultScope: keeping }).plan.sources.map(({ type, scope }) => `${type}:${scope}`);

  test('have a separate source if tools keep results', () => {
    expect(typesOf({}, null)).not.toContain('results:session');
    expect(typesOf({}, 'session')).toContain('results:session');
    expect(typesOf({}, 'everywhere')).toContain('results:workspace');
  });

  test('exclude other sessions where the plan has no spare query, and are not added where configured', () => {
    const text = { type: 'text' } as const;
    expect(typesOf({ sources: [text, text, text, text] }, 'everywhere')).toContain('results:session');
    const own = typesOf({ sources: [{ type: 'results', limit: 3 }] }, 'everywhere');
    expect(own.filter((one) => one.startsWith('results'))).toEqual(['results:session']);
  });
});
