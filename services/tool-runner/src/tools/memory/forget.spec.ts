import { ToolError, type RememberedFact, type ToolCall } from '@crumbtrail/tool-runtime';
import { forget } from './forget';

const kept = (id: string, text: string): RememberedFact => ({
  memory: { id: 'm', version: 1 },
  fact: { id, text, sources: [] } as never,
});
const home = kept('aaaaaaaa', 'Ann lives in Bonn.');
const dog = kept('bbbbbbbb', 'Ann has a dog.');

async function forgetting(facts: readonly RememberedFact[], input: Record<string, unknown>) {
  const forgotten: string[] = [];
  const memory = {
    recall: async () => ({ known: facts.length > 0, answer: '', facts }),
    change: async ({ fact }: RememberedFact) => forgotten.push(fact.id),
  };
  const output = await forget.run(input, { memory } as unknown as ToolCall);
  return { output, forgotten };
}

test('forgets the only fact that fits, the one with the same words, or the one that is named', async () => {
  expect((await forgetting([home], { what: 'where Ann lives' })).forgotten).toEqual(['aaaaaaaa']);
  expect((await forgetting([home, dog], { what: ' ann has a dog. ' })).forgotten).toEqual(['bbbbbbbb']);
  const { output, forgotten } = await forgetting([home, dog], { what: 'Ann', fact: 'aaaaaaaa' });
  expect([output, forgotten]).toEqual([{ forgotten: { fact: 'aaaaaaaa', text: 'Ann lives in Bonn.' } }, ['aaaaaaaa']]);
});

test('forgets nothing where several facts fit, or another one is named, and lists them', async () => {
  for (const input of [{ what: 'Ann' }, { what: 'Ann', fact: 'cccccccc' }]) {
    const { output, forgotten } = await forgetting([home, dog], input);
    expect(forgotten).toEqual([]);
    expect(output).toEqual({
      which: [
        { fact: 'aaaaaaaa', text: 'Ann lives in Bonn.' },
        { fact: 'bbbbbbbb', text: 'Ann has a dog.' },
      ],
    });
  }
});

test('says that nothing is known where no fact is found', async () => {
  await expect(forgetting([], { what: 'Bob' })).rejects.toThrow(ToolError);
});
