import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentResponse, ToolCatalog, UserMessage, type AgentDefV1, type Candidate } from '@crumbtrail/contracts';
import { render, words } from '@crumbtrail/hints';
import { ASSISTANT, candidate, USER } from './crumbs';

interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly at: string;
}

interface SeedConversation {
  readonly messages: readonly Message[];
  readonly tools: readonly Record<string, unknown>[];
  readonly filler: readonly string[];
  readonly questions: readonly { readonly content: string; readonly needed: readonly string[] }[];
}

const file = join(__dirname, '../../../tools/demo/seed-003.json');

/** An hour's conversation of 110 messages, eleven tools, and two questions with the messages that they need. */
export const seed = JSON.parse(readFileSync(file, 'utf8')) as SeedConversation;

/** The assistant of the conversation, which may call all of its tools. */
export const SEED_AGENT: AgentDefV1 = {
  agent: 'assistant',
  prompt: 'You are a helpful assistant.',
  subscriptions: [{ schema: UserMessage.name }],
  tools: seed.tools.map((tool) => String(tool['name'])),
};

/** What the message of this name says. */
export function said(name: string): string {
  return seed.messages.find(({ id }) => id === name)?.content ?? '';
}

/** Words that every English sentence has say nothing; the store knows them as its text search does. */
const STOP = new Set(
  'i me my we our you your he him his she her it its they them their what which who this that these those am is are was were be been have has had do does did a an the and but if or as of at by for with about to from up down in out on off over then here there when where why how all any both each few more most other some such no nor not only own same so than too very can will just should now'.split(
    ' ',
  ),
);
const stemsOf = (text: string): string[] => [
  ...new Set(
    words(text)
      .map((word) => word.replace(/['’].*$/, ''))
      .filter((word) => !STOP.has(word))
      .map((word) => word.replace(/(?:ing|ed|es|s|e|y)$/, '')),
  ),
];

/** Bits that each text says by the statistics of all of them. */
function informationOf(texts: readonly string[]): number[] {
  const stems = texts.map(stemsOf);
  const holding = new Map<string, number>();
  for (const stem of stems.flat()) holding.set(stem, (holding.get(stem) ?? 0) + 1);
  const bits = (stem: string): number => Math.log2((texts.length + 1) / ((holding.get(stem) ?? 0) + 0.5));
  return stems.map((own) => own.reduce((sum, stem) => sum + bits(stem), 0));
}

/** The conversation and its catalog as the store's index holds them. */
export function indexed(): Candidate[] {
  const information = informationOf(seed.messages.map(({ content }) => content));
  const messages = seed.messages.map(({ role, content, at }, index) => {
    const [author, schema_name] = role === 'user' ? [USER, UserMessage.name] : [ASSISTANT, AgentResponse.name];
    const bits = { information: information[index] ?? 0 };
    return candidate(index + 1, content, { author, schema_name, occurred_at: at, imported: true, ...bits });
  });
  const catalog = { name: 'tools', tools: seed.tools };
  const { text } = render({ schema_name: ToolCatalog.name, context: catalog });
  const operator = { kind: 'operator', id: 'operator' } as const;
  const tools = candidate(900, text ?? '', { schema_name: ToolCatalog.name, author: operator, session: undefined });
  return [...messages, tools];
}
