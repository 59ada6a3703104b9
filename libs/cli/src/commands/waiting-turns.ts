import type { MessageReceipt } from '@crumbtrail/client';
import { readAvailable } from '../chat/send-message';
import type { AuthorName } from '../output/author-names';
import { responseLine } from '../output/response-line';
import type { Shell } from '../shell';

/** What is known of a message whose answers did not all come in time: those that came, and whom each other agent waits for. */
export async function waitingLines(shell: Shell, { message }: MessageReceipt, nameOf: AuthorName): Promise<string[]> {
  const client = shell.client();
  const { turns } = await client.turnsOf(message.id);
  const answered = await readAvailable(
    client,
    turns.flatMap(({ response_id }) => response_id ?? []),
  );
  const open = turns.filter(({ state }) => state !== 'closed');
  const states = open.map(({ agent, waits }) =>
    waits ? `${agent} waits for a person; see what it asks: crumb approvals` : `${agent} is still working on it.`,
  );
  return [
    ...answered.map((crumb) => responseLine(crumb, nameOf)),
    ...(states.length > 0 ? states : ['No reply yet; still working on it.']),
  ];
}
