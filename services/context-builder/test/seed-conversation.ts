import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentResponse, ToolCatalog, UserMessage, type Candidate } from '@crumbtrail/contracts';
import { render } from '@crumbtrail/hints';
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

/** What the message of this name says. */
export function said(name: string): string {
  return seed.messages.find(({ id }) => id === name)?.content ?? '';
}

/** The conversation and its catalog as the store's index holds them. */
export function indexed(): Candidate[] {
  const messages = seed.messages.map(({ role, content, at }, index) => {
    const [author, schema_name] = role === 'user' ? [USER, UserMessage.name] : [ASSISTANT, AgentResponse.name];
    return candidate(index + 1, content, { author, schema_name, occurred_at: at, imported: true });
  });
  const catalog = { name: 'tools', tools: seed.tools };
  const { text } = render({ schema_name: ToolCatalog.name, context: catalog });
  const operator = { kind: 'operator', id: 'operator' } as const;
  const tools = candidate(900, text ?? '', { schema_name: ToolCatalog.name, author: operator, session: undefined });
  return [...messages, tools];
}
