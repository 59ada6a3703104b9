import { AgentResponse, asPayload, Session } from '@crumbtrail/contracts';
import { expandMacros } from '@crumbtrail/lore';
import type { Shell } from '../../shell';
import { loadAll } from './load-books';

/** The greeting of an agent, and where it is said. */
export interface FirstMessage {
  readonly session: string;
  readonly agent: string;
  readonly name: string;
  readonly text: string;
}

/** The person whom a session names, if it names exactly one; else `User`, as agents call a person without a name. */
async function personIn(shell: Shell, session: string): Promise<string> {
  const found = (await loadAll(shell, Session.name)).find(({ context }) => context['name'] === session);
  const members = asPayload(Session.name, found?.context)?.members ?? [];
  const [person, ...others] = members.filter(({ kind }) => kind === 'user');
  return others.length === 0 ? (person?.name ?? 'User') : 'User';
}

/** Stores a greeting as the first message of a session, as history that wakes nobody. Returns false where the session has replies already. */
export async function writeGreeting(shell: Shell, { session, agent, name, text }: FirstMessage): Promise<boolean> {
  const client = shell.client();
  const { breadcrumbs } = await client.list({ session, schema: AgentResponse.name, limit: 1 });
  if (breadcrumbs.length > 0) return false;
  const user = await personIn(shell, session);
  const texts = { char: () => name, user: () => user };
  const content = expandMacros(text, { texts, seed: { session, turn: '' }, source: 'greeting', only: GREETING_MACROS });
  const said = { schema_name: AgentResponse.name, session, author: { kind: 'agent' as const, id: agent } };
  await client.appendBatch([{ ...said, context: { action: 'speak', content } }], { imported: true });
  return true;
}

/** Macros of greetings; others stay as they are written. */
const GREETING_MACROS = ['char', 'user', 'pick', 'random', 'newline', 'trim', '//'] as const;
