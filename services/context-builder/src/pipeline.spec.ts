import { BuildCaches } from './build-caches';
import type { AgentDefV1 } from '@crumbtrail/contracts';
import { countTokens } from '@crumbtrail/hints';
import { ASSISTANT, candidate, id, USER } from '../test/crumbs';
import { InMemoryRetriever } from '../test/in-memory-retriever';
import { indexed, said, seed, SEED_AGENT } from '../test/seed-conversation';
import { ContextDoesNotFit } from './errors';
import { buildContext } from './pipeline';
import type { BuiltContext } from './explain/account';
import type { BuildInput } from './gather/build-input';

const WINDOW = 32_768;

function input(content: string, over: Partial<BuildInput> = {}): BuildInput {
  return {
    access: {
      workspace: 'default',
      session: 'demo',
      agent: 'assistant',
      viewers: [{ participant: ASSISTANT }],
      readers: [],
    },
    as_of: 1000,
    now: '2025-10-03T02:43:00.000Z',
    trigger: { ref: { id: id(1000), version: 1 }, author: USER, text: content, tags: [] },
    definition: { id: id(2000), version: 1, system_prompt: 'You are a helpful assistant.' },
    overrides: [],
    queries: 1,
    ...over,
  };
}

const ask = (content: string, over: Partial<BuildInput> = {}): Promise<BuiltContext> =>
  buildContext(input(content, over), {
    ports: new InMemoryRetriever(indexed()),
    caches: new BuildCaches(),
    contextWindow: WINDOW,
  });

const [apiKey, doThat] = seed.questions as [(typeof seed.questions)[number], (typeof seed.questions)[number]];
const lastExchanges = ['u43', 'a43a', 'a43b', 'u44', 'a44a', 'a44b'];

test('a context whose frame alone is over the cap fails instead of exceeding the budget', async () => {
  const model = { counting: { mode: 'estimate' as const, factor: 3, margin: 0 } };
  const definition = { id: id(2000), version: 1, system_prompt: 'You are a helpful assistant.', model };
  const over = { definition, overrides: [{ format: 'lmml' as const, budget: { max_tokens: 64 } }] };
  await expect(ask('hi', over)).rejects.toThrow(ContextDoesNotFit);
  const markdown = await ask('hi', { ...over, overrides: [{ ...over.overrides[0], format: 'markdown' as const }] });
  expect(markdown.tokens.total).toBeLessThanOrEqual(64);
});

describe('tools of an agent', () => {
  const dice = { name: 'dice', description: 'Rolls dice.', input: { type: 'object' } };
  const defined = [{ id: id(3000), version: 2, def: dice }];
  const helper = { id: id(2000), version: 1, system_prompt: 'Help.' };
  const granting = { agent: 'assistant', prompt: 'Help.', subscriptions: [{ schema: 'user.message.v1' }] };
  const asking = async (tools?: string[]): Promise<BuiltContext> => {
    const world = Object.assign(new InMemoryRetriever(indexed()), { defined });
    const definition = { ...helper, ...(tools ? { toolGrants: { ...granting, tools } } : {}) };
    return buildContext(input('Roll the dice.', { definition }), {
      ports: world,
      caches: new BuildCaches(),
      contextWindow: WINDOW,
    });
  };

  test('are recorded with the tokens of their descriptions, which reduce the window', async () => {
    const [with_, without] = [await asking(['dice']), await asking()];
    const told = JSON.stringify({ type: 'function', function: { ...dice, input: undefined, parameters: dice.input } });
    const tokens = countTokens(told, 'o200k_base');
    expect(with_.selectedTools).toEqual({ tools: [{ id: id(3000), version: 2, name: 'dice' }], beyond: 0, tokens });
    expect(with_.budget.tool_schemas).toBe(tokens);
    expect(without.budget.tool_schemas).toBe(0);
    const small = { context_window: 600, max_output_tokens: 100 };
    const left = (built: BuiltContext): number => built.budget.cap;
    const capped = async (tools?: string[]): Promise<number> => {
      const definition = { ...helper, model: small };
      const world = Object.assign(new InMemoryRetriever(indexed()), { defined });
      const toolGrants = tools ? { toolGrants: { ...granting, tools, model: small } } : {};
      return left(
        await buildContext(input('Roll.', { definition: { ...definition, ...toolGrants } }), {
          ports: world,
          caches: new BuildCaches(),
          contextWindow: WINDOW,
        }),
      );
    };
    expect(await capped()).toBe((await capped(['dice'])) + tokens);
  });

  test('and the output schema are counted as the tool mode describes them', async () => {
    const asking = (over: Partial<AgentDefV1>): Promise<BuiltContext> => {
      const world = Object.assign(new InMemoryRetriever(indexed()), { defined });
      const definition = { ...helper, toolGrants: { ...granting, ...over } };
      return buildContext(input('Roll the dice.', { definition }), {
        ports: world,
        caches: new BuildCaches(),
        contextWindow: WINDOW,
      });
    };
    const output_schema = { type: 'object', properties: { total: { type: 'number' } } };
    const said = async (over: Partial<AgentDefV1>) => (await asking(over)).budget.tool_schemas;
    const native = await said({ tools: ['dice'] });
    expect(await said({ tools: ['dice'], tool_mode: 'json' })).toBeGreaterThan(native);
    expect(await said({ tools: ['dice'], output_schema })).toBeGreaterThan(native);
    expect(await said({ output_schema })).toBeGreaterThan(0);
  });

  test('are not loaded if none are granted', async () => {
    expect((await asking()).queries).toBe((await asking(['dice'])).queries - 1);
  });
});

describe.each([apiKey, doThat])('a context for "$content" after an hour of conversation', ({ content, needed }) => {
  const lines = async (): Promise<string[]> => (await ask(content)).text.split('\n');
  const lineOf = (name: string): string => `${name.startsWith('u') ? 'User' : 'Assistant'}: ${said(name)}`;

  test('contains every message that the question needs', async () => {
    expect(await lines()).toEqual(expect.arrayContaining(needed.map(lineOf)));
  });

  test('contains the last two exchanges in order', async () => {
    expect((await lines()).join('\n')).toContain(lastExchanges.map(lineOf).join('\n'));
  });

  test('contains no filler outside the last two exchanges', async () => {
    const all = await lines();
    const filler = seed.filler.filter((name) => !lastExchanges.includes(name));
    expect(filler.filter((name) => all.includes(lineOf(name)))).toEqual([]);
  });

  test('contains no JSON, times or ids', async () => {
    const { text } = await ask(content);
    expect(text).not.toMatch(/[{[]\s*"|"\s*:|\d\d:\d\d|[0-9a-f]{8}-[0-9a-f]{4}|user\.message|agent\.response/);
  });

  test('ends with the current message, once', async () => {
    const { text } = await ask(content);
    expect(text.endsWith(`## Current message\nUser: ${content}`)).toBe(true);
    expect(text.split(content)).toHaveLength(2);
  });

  test('contains each tool with its purpose and results if its configuration has the tool catalog, and none otherwise', async () => {
    const sources = [{ type: 'recent' }, { type: 'hybrid' }, { type: 'catalog' }] as const;
    const definition = { id: id(2000), version: 1, system_prompt: 'You are a helpful assistant.' };
    const overrides = [{ sources: [...sources] }];
    const ofAgent = (tools: readonly string[]) =>
      ask(content, { overrides, definition: { ...definition, toolGrants: { ...SEED_AGENT, tools: [...tools] } } });
    const { text } = await ofAgent(SEED_AGENT.tools ?? []);
    const lines = seed.tools.map(
      (tool) => `  ${String(tool['name'])} → ${String(tool['output'])}: ${String(tool['description'])}`,
    );
    expect(lines.filter((line) => !text.includes(line))).toEqual([]);
    expect((await ask(content)).text).not.toContain('## Tools');
    const one = (await ofAgent(['echo'])).text;
    expect(lines.filter((line) => one.includes(line))).toEqual(lines.filter((line) => line.startsWith('  echo ')));
  });

  test('is within its budget, with exact counts in all and by section', async () => {
    const { text, tokens, budget } = await ask(content);
    expect(tokens.total).toBe(countTokens(text, 'o200k_base'));
    expect(tokens.total).toBeLessThanOrEqual(budget.cap);
    expect(Object.values(tokens.by_section).reduce((sum, one) => sum + one, 0)).toBe(tokens.total);
  });

  test('is byte-identical when built again', async () => {
    expect((await ask(content)).text).toBe((await ask(content)).text);
  });

  test('accounts for every candidate, with at most six queries', async () => {
    const built = await ask(content);
    expect(built.queries + 1).toBeLessThanOrEqual(6);
    expect(built.items.filter(({ decision }) => decision === 'kept').length).toBeGreaterThan(5);
    expect(new Set(built.items.map(({ id: crumb, chunk }) => `${crumb}#${chunk}`)).size).toBe(built.items.length);
  });
});

describe('tokens of a model with another vocabulary', () => {
  const definition = { id: id(2000), version: 1, system_prompt: 'Be kind.' };
  const counted = async (counting: object | undefined): Promise<{ built: BuiltContext; asked: object[] }> => {
    const world = new InMemoryRetriever(indexed());
    world.learned = { samples: 40, factor: 1.25, margin: 0.04 };
    const model = { name: 'sage-2', ...(counting ? { counting } : {}) };
    const over = { definition: { ...definition, model } } as Partial<BuildInput>;
    const built = await buildContext(input(apiKey.content, over), {
      ports: world,
      caches: new BuildCaches(),
      contextWindow: WINDOW,
    });
    return { built, asked: world.calibrationRequests };
  };

  test('are estimated by calibration, rounded up, with a margin kept free, and the record has the factors', async () => {
    const { built, asked } = await counted({ mode: 'estimate' });
    expect(asked).toEqual([{ model: 'sage-2', as_of: 1000 }]);
    expect(built.counting).toEqual({ mode: 'estimate', factor: 1.25, margin: 0.04, samples: 40 });
    expect(built.tokens.total).toBe(Math.ceil(countTokens(built.text, 'o200k_base') * 1.25));
    expect([built.budget.cap, built.budget.system_prompt]).toEqual([3840, Math.ceil(3 * 1.25)]);
  });

  test.each([undefined, { mode: 'exact' }, { mode: 'estimate', factor: 1.1, margin: 0 }])(
    'request no billed tokens if the definition leaves nothing open: %j',
    async (counting) => {
      expect((await counted(counting)).asked).toEqual([]);
    },
  );
});

describe('hostile text', () => {
  const long = 250_000;
  test.each([
    ['a row of dots', '.'.repeat(long) + 'x'],
    ['a row of quotes', `."${'"'.repeat(long)}x`],
    ['one endless word', 'x'.repeat(long)],
    ['endless assent', 'ok '.repeat(long / 3)],
    ['endless hesitation', 'h'.repeat(long) + 'm?'],
    ['nothing but breaks', `a${'\n'.repeat(long)}b`],
    ['half a thousand role tokens', '<|im_start|>'.repeat(500)],
    ['deep quotes', '`"“'.repeat(long / 3)],
    ['emoji and joiners', '👩\u200d'.repeat(long / 5)],
  ])('is truncated to the budget quickly, as current message and as history: %s', async (_what, text) => {
    const candidates = [candidate(1, text.slice(0, 20_000)), candidate(2, text.slice(0, 20_001))];
    const overrides = [{ budget: { max_tokens: 500 } }];
    const built = await buildContext(input(text, { overrides }), {
      ports: new InMemoryRetriever(candidates),
      caches: new BuildCaches(),
      contextWindow: WINDOW,
    });
    expect(countTokens(built.text, 'o200k_base')).toBeLessThanOrEqual(500);
    expect(built.tokens.total).toBe(countTokens(built.text, 'o200k_base'));
    expect(built.text).toContain('## Current message\n');
  });
});
