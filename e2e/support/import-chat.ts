import type { Crumbtrail } from '@crumbtrail/client';

/** A conversation of the person `zed` with these agents, a message a minute from the start of 2026. */
export interface PastChat {
  readonly name: string;
  readonly agents: readonly string[];
  readonly texts: readonly string[];
  readonly audience?: readonly string[];
}

/** Imports a conversation as history. */
export async function importChat(client: Crumbtrail, { name, agents, texts, audience }: PastChat): Promise<void> {
  const members = agents.map((id) => ({ kind: 'agent' as const, id }));
  await client.append({ schema_name: 'session.v1', context: { name, members } });
  const drafts = texts.map((content, at) => ({
    schema_name: 'user.message.v1',
    session: name,
    context: { content },
    author: { kind: 'user' as const, id: 'zed' },
    occurred_at: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    ...(audience && { audience }),
  }));
  for (let at = 0; at < drafts.length; at += 1_000)
    await client.appendBatch(drafts.slice(at, at + 1_000), { imported: true });
}
