import { ToolError, type RememberedFact, type Tool } from '@crumbtrail/tool-runtime';
import { MAX_HINT, MEMORY_TOOL } from './memory-tool';

/** Facts that are offered where it is not clear which one is meant. */
const MOST_OFFERED = 10;

const plain = (text: string): string => text.trim().toLowerCase();

/** The fact that is meant: the named one, the one with these words, or the only one that was found. */
function chooseFact(found: readonly RememberedFact[], what: string, id: unknown): RememberedFact | undefined {
  if (id !== undefined) return found.find(({ fact }) => fact.id === id);
  const worded = found.filter(({ fact }) => plain(fact.text) === plain(what));
  if (worded.length === 1) return worded[0];
  return found.length === 1 ? found[0] : undefined;
}

const fact = {
  type: 'object',
  properties: { fact: { type: 'string' }, text: { type: 'string' } },
  required: ['fact', 'text'],
} as const;

/** Erases a fact of the agent's memory. It forgets nothing where it is not clear which fact is meant, and lists the facts instead. */
export const forget: Tool = {
  definition: {
    ...MEMORY_TOOL,
    permissions: [...MEMORY_TOOL.permissions],
    name: 'forget',
    title: 'Forget',
    description: [
      'Erases one fact of your memory for good. Use it when somebody asks you to forget something, or when a fact is wrong.',
      'If several facts fit, none is forgotten and you get a list: call it again with the `fact` that is meant.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        what: { type: 'string', minLength: 1, maxLength: MAX_HINT, description: 'What to forget, in a sentence.' },
        fact: {
          type: 'string',
          pattern: '^[a-z0-9]{8,32}$',
          description: 'The id of the fact, from a list or from recall.',
        },
      },
      required: ['what'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { forgotten: fact, which: { type: 'array', items: fact } },
    },
    argument: 'what',
    examples: [
      {
        input: { what: 'where Ann lives' },
        output: { forgotten: { fact: 'k3v9a0b1', text: 'Ann lives in Bonn.' } },
      },
    ],
  },
  run: async ({ what, fact: id }, { memory }) => {
    const { facts } = await memory.recall(String(what));
    if (facts.length === 0) throw new ToolError('nothing_known', 'You remember nothing about that.');
    const chosen = chooseFact(facts, String(what), id);
    const show = (one: RememberedFact) => ({ fact: one.fact.id, text: one.fact.text });
    if (!chosen) return { which: facts.slice(0, MOST_OFFERED).map(show) };
    await memory.change(chosen, { do: 'forget' });
    return { forgotten: show(chosen) };
  },
};
