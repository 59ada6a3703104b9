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

/** Replays the dead letter that ended a turn: its agent takes a new turn on the same message. */
async function replay(client: Crumbtrail, letter: string): Promise<void> {
  const { existed } = await client.replayDeadLetter(letter);
  if (existed) throw new Error('This turn was run again before. Its newer answer is in this session.');
}

/**
 * Asks the question of a reply again. A failed turn that can be replayed is run again on the same message; otherwise the message is sent again,
 * as a new one with a new turn.
 */
export function RetryButton({ reply }: { readonly reply: Envelope }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const { role } = useIdentity();
  const key = useRef(newIdempotencyKey());
  const letter = role === 'operator' ? readResponse(reply).error?.dead_letter : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (letter === undefined ? askAgain(client, reply, key.current) : replay(client, letter)),
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
        title={letter === undefined ? 'Send the same message again' : 'Run the turn again, on the same message'}
        onClick={() => mutate()}
      >
        Retry
      </button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
