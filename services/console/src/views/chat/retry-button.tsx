import type { Crumbtrail } from '@crumbtrail/client';
import type { Envelope, UserMessageV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { newIdempotencyKey } from './idempotency-key';
import { readResponse } from './live-session';

/** Sends the message that a reply's trail began with again: same text, tags and files, in the name of the reader. */
async function askAgain(client: Crumbtrail, reply: Envelope, idempotencyKey: string): Promise<void> {
  const question = await client.get(reply.trail_id);
  if (question.schema_name !== WIRE.userMessage || question.session === undefined)
    throw new Error('This reply answers no message of a person, so there is nothing to send again.');
  const { content, files = [] } = question.context as unknown as UserMessageV1;
  const attached = files.map(({ hash, name }) => ({ hash, name }));
  await client.say(question.session, content, {
    tags: question.tags,
    idempotencyKey,
    ...(attached.length > 0 && { files: attached }),
  });
}

/** What a failed turn is run again by, for operators: its dead letter, or the turn itself; undefined for any other reply. */
function retryOf(reply: Envelope): ((client: Crumbtrail) => Promise<{ readonly existed: boolean }>) | undefined {
  const { action, error, turn } = readResponse(reply);
  const letter = error?.dead_letter;
  if (letter !== undefined) return (client) => client.replayDeadLetter(letter);
  return action === 'error' && turn ? (client) => client.turns.retry(turn.id) : undefined;
}

/** Has the agent take a new turn on the same message. */
async function runAgain(client: Crumbtrail, retry: NonNullable<ReturnType<typeof retryOf>>): Promise<void> {
  const { existed } = await retry(client);
  if (existed) throw new Error('This turn was run again before. Its newer answer is in this session.');
}

/**
 * Asks the question of a reply again. For operators a failed turn is run again on the same message; otherwise the message is sent again, as a
 * new one with a new turn.
 */
export function RetryButton({ reply }: { readonly reply: Envelope }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const { role } = useIdentity();
  const key = useRef(newIdempotencyKey());
  const retry = role === 'operator' ? retryOf(reply) : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (retry === undefined ? askAgain(client, reply, key.current) : runAgain(client, retry)),
    onSuccess: () => {
      key.current = newIdempotencyKey();
      return cache.invalidateQueries({ queryKey: ['turns'] });
    },
  });
  if (role === 'reader') return null;
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        title={retry === undefined ? 'Send the same message again' : 'Run the turn again, on the same message'}
        onClick={() => mutate()}
      >
        Retry
      </button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
