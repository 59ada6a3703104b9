import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asPayload, compileJsonCheck, ToolDef, type ToolDefV1 } from '@crumbtrail/contracts';
import { BUILT_IN } from '../src/built-in';
import { runInSandbox } from '../src/sandbox/run-in-sandbox';

const FOLDER = join(__dirname, '../../../examples/agent-helper');
const code = readFileSync(join(FOLDER, 'agent-helper.js'), 'utf8');
const definition: unknown = JSON.parse(readFileSync(join(FOLDER, 'agent-helper.json'), 'utf8'));
const { input, output, examples } = asPayload(ToolDef.name, definition as ToolDefV1);

async function ask(topic?: string): Promise<string> {
  const limits = { timeoutMs: 20_000, memoryBytes: 32 * 1024 * 1024, outputBytes: 64 * 1024, fetches: 0 };
  const program = { code, input: topic === undefined ? {} : { topic }, now: 0, seed: 'a', limits };
  const fetch = () => Promise.reject(new Error('It needs no address.'));
  const { json, failure } = await runInSandbox(program, { fetch, signal: new AbortController().signal });
  expect(failure).toBeUndefined();
  const result: unknown = JSON.parse(json ?? '');
  expect(compileJsonCheck(output ?? {}).issues(result, 1)).toEqual([]);
  return (result as { guidance: string }).guidance;
}

describe('the example tool agent-helper', () => {
  const { properties } = input as unknown as { properties: { topic: { enum: string[] } } };
  const topics = properties.topic.enum;

  it('has guidance for each topic, and lists them where none is asked for', async () => {
    expect(await ask()).toBe(`Topics: ${topics.join(', ')}. Ask for one of them.`);
    for (const topic of topics) expect((await ask(topic)).length).toBeGreaterThan(80);
    expect(topics).toContain(examples?.[0]?.input['topic']);
  });

  it('names only tools that there are', async () => {
    const names = new Set(BUILT_IN.map(({ definition: { name } }) => name));
    const texts = await Promise.all(topics.map(ask));
    const named = texts.flatMap((text) => text.match(/\b[a-z]+_[a-z]+\b/g) ?? []);
    const unknown = named.filter((name) => !names.has(name) && name !== 'on_error');
    expect(unknown).toEqual([]);
  });
});
