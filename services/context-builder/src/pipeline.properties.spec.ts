import { BuildCaches } from './build-caches';
import * as fc from 'fast-check';
import type { Candidate, RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import { anyCandidates, anyOverrides } from '../test/arbitrary';
import { ASSISTANT, at, id, USER } from '../test/crumbs';
import { InMemoryRetriever } from '../test/in-memory-retriever';
import { ContextDoesNotFit } from './errors';
import { buildContext } from './pipeline';
import type { BuiltContext } from './explain/account';
import { createCounter } from './plan/counting';
import { itemChunkKey } from './gather/item';
import { splitUnits } from './text/sentences';
import { indentContinuation } from './text/untrusted';
import type { BuildInput } from './gather/build-input';
import type { PlanOverrides } from './plan/plan';

const MARK = 'Qztrigger';

/** Returns what it found in an arbitrary order: the order of a reply has no meaning, only rank and score have. */
class Shuffling extends InMemoryRetriever {
  constructor(
    crumbs: readonly Candidate[],
    private readonly turn: number,
  ) {
    super(crumbs);
  }

  override async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    const reply = await super.retrieve(request);
    const turned = <T>(all: readonly T[]): T[] => {
      const by = all.length === 0 ? 0 : this.turn % all.length;
      return [...all.slice(by), ...all.slice(0, by)].reverse();
    };
    return {
      ...reply,
      sources: reply.sources.map(({ name, candidates }) => ({ name, candidates: turned(candidates) })),
    };
  }
}

const told = (all: readonly Candidate[]): Candidate[] =>
  all.map((one, nth) => ({ ...one, text: `c${nth}z ${one.text}`, information: one.text.length % 30 }));

const trigger = fc
  .oneof(
    fc.constantFrom('and the port?', 'okay do that', 'Deploy it on Friday, please', 'x'.repeat(64_000)),
    fc.string({ unit: 'binary', maxLength: 300 }),
  )
  .map((text) => defuse(`${MARK} ${text}`));

type Model = NonNullable<BuildInput['definition']['model']>;
const model: fc.Arbitrary<Model> = fc.record({
  tokenizer: fc.constantFrom<NonNullable<Model['tokenizer']>>('o200k_base', 'cl100k_base'),
  counting: fc.constantFrom<NonNullable<Model['counting']>>(
    { mode: 'exact' },
    { mode: 'estimate', factor: 1.37, margin: 0.08 },
    { mode: 'estimate' },
  ),
});

const names = ['tools', 'knowledge', 'state', 'summaries', 'events', 'results', 'relevant', 'recent'] as const;
const types = ['recent', 'latest', 'text', 'vector', 'hybrid', 'trail', 'catalog'] as const;
const section = fc.record(
  {
    name: fc.constantFrom(...names),
    priority: fc.nat(100),
    quota: fc.double({ min: 0.01, max: 1, noNaN: true }),
    min_tokens: fc.nat(3000),
    max_tokens: fc.integer({ min: 1, max: 5000 }),
    heading: fc.constantFrom('Notes', 'What was said before'),
  },
  { requiredKeys: ['name'] },
);
const source = fc.record(
  {
    type: fc.constantFrom(...types),
    section: fc.constantFrom(...names),
    limit: fc.integer({ min: 1, max: 60 }),
    floor: fc.double({ min: 0, max: 1, noNaN: true }),
    weight: fc.double({ min: 0, max: 100, noNaN: true }),
  },
  { requiredKeys: ['type'] },
);
const shaped = fc.record(
  {
    preset: fc.constantFrom('conversational', 'memory', 'minimal', 'documents'),
    sections: fc.uniqueArray(section, { maxLength: 8, selector: ({ name }) => name }),
    sources: fc.array(source, { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: [] },
);
const overrides = fc.tuple(anyOverrides, shaped).map(([one, more]) => ({ ...one, ...more }) as PlanOverrides);

interface Case {
  readonly crumbs: Candidate[];
  readonly text: string;
  readonly overrides: PlanOverrides;
  readonly model: Model;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  crumbs: anyCandidates.map(told),
  text: trigger,
  overrides,
  model,
});

const toInput = ({ text, overrides, model: own }: Case): BuildInput => ({
  access: {
    workspace: 'default',
    session: 'demo',
    agent: 'assistant',
    viewers: [{ participant: ASSISTANT }],
    readers: [],
  },
  as_of: 1000,
  now: at(600, '2026-05-09'),
  trigger: { ref: { id: id(1000), version: 1 }, author: USER, text, tags: [] },
  definition: {
    id: id(2000),
    version: 1,
    system_prompt: 'Be kind.',
    prompt: 'Be kind.',
    persona: 'A friend.',
    model: own,
  },
  overrides: [overrides],
  queries: 1,
});

/** Below this many tokens, a frame with an escaped message may not fit; with more, everything must. */
const TINY_CAP = 200;

/** Null if the budget is too tiny to hold the frame and a message. */
async function build(one: Case, retriever = new InMemoryRetriever(one.crumbs)): Promise<BuiltContext | null> {
  return buildContext(toInput(one), { ports: retriever, caches: new BuildCaches(), contextWindow: 32_768 }).catch(
    (error: unknown) => {
      if (error instanceof ContextDoesNotFit && error.budget.cap < TINY_CAP) return null;
      throw error;
    },
  );
}

type Kept = (built: BuiltContext, one: Case) => void;

const withinBudget: Kept = ({ text, tokens, budget, tokenizer, counting, plan }) => {
  expect(tokens.total).toBe(createCounter(tokenizer, counting)(text));
  expect(tokens.total).toBeLessThanOrEqual(budget.cap);
  expect(budget.cap).toBeLessThanOrEqual(plan.max_tokens * (1 - counting.margin));
  expect(Object.values(tokens.by_section).reduce((sum, one) => sum + one, 0)).toBe(tokens.total);
};

const endsWithTheMessage: Kept = ({ text, messageCut }) => {
  if (messageCut !== undefined && messageCut < MARK.length) return;
  expect(text.split(MARK)).toHaveLength(2);
  expect(text.slice(text.indexOf(MARK))).not.toMatch(/c\d+z /);
};

const keepsTheLastExchanges: Kept = ({ items }) => {
  const last = items.filter(({ pinned }) => pinned);
  expect(last.filter(({ decision }) => decision !== 'kept' && decision !== 'over_budget')).toEqual([]);
};

const accountsForAll: Kept = ({ items }, { crumbs }) => {
  const keys = items.map(({ id: crumb, version, chunk }) => `${crumb}@${version}#${chunk}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeLessThanOrEqual(crumbs.length);
  expect(items.filter(({ decision, reason }) => decision !== 'kept' && !reason)).toEqual([]);
};

/** Each range of an excerpt is whole units of its text, and they stand in the context as they are, indented. */
const showsExcerptsOfTheSource: Kept = ({ text, items, plan }, { crumbs }) => {
  const sources = new Map(crumbs.map((one) => [itemChunkKey(one), defuse(one.text)]));
  for (const { ranges = [], decision, cut, chunk = 0, ...ref } of items) {
    const source = sources.get(itemChunkKey({ ...ref, chunk })) ?? '';
    const units = splitUnits(source, chunk > 0);
    for (const [from, to] of ranges) {
      expect(units.some((unit) => unit.from === from) && units.some((unit) => unit.to === to)).toBe(true);
      if (decision !== 'kept' || cut !== undefined || plan.format !== 'markdown') continue;
      expect(text).toContain(indentContinuation(source.slice(from, to)));
    }
  }
};

describe('a context built from any store and any config', () => {
  test('is within budget, ends with the message, keeps the last exchanges that fit, and accounts for every candidate', () =>
    fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const built = await build(one);
        for (const promise of [
          withinBudget,
          endsWithTheMessage,
          keepsTheLastExchanges,
          accountsForAll,
          showsExcerptsOfTheSource,
        ])
          if (built) promise(built, one);
      }),
      { numRuns: 60 },
    ));

  test('is byte-identical for any order of the candidates', () =>
    fc.assert(
      fc.asyncProperty(anyCase, fc.nat(50), async (one, turn) => {
        const [straight, turned] = [await build(one), await build(one, new Shuffling(one.crumbs, turn))];
        expect(turned?.text).toBe(straight?.text);
        expect(turned?.items).toEqual(straight?.items);
      }),
      { numRuns: 25 },
    ));
});
