import type { Crumbtrail, MessageReceipt } from '@crumbtrail/client';
import type { Envelope, UserMessageV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { newIdempotencyKey } from './idempotency-key';

/** Sends the message that a reply's trail began with again: same text, tags and files, in the name of the reader. */
async function askAgain(client: Crumbtrail, reply: Envelope, idempotencyKey: string): Promise<MessageReceipt> {
  const question = await client.get(reply.trail_id);
  if (question.schema_name !== WIRE.userMessage || question.session === undefined)
    throw new Error('This reply answers no message of a person, so there is nothing to send again.');
  const { content, files = [] } = question.context as unknown as UserMessageV1;
  const attached = files.map(({ hash, name }) => ({ hash, name }));
  return client.say(question.session, content, {
    tags: question.tags,
    idempotencyKey,
    ...(attached.length > 0 && { files: attached }),
  });
}

/** Asks the question of a reply again, as a new message with a new turn. */
export function RetryButton({ reply }: { readonly reply: Envelope }): ReactNode {
  const client = useClient();
  const { role } = useIdentity();
  const key = useRef(newIdempotencyKey());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => askAgain(client, reply, key.current),
    onSuccess: () => {
      key.current = newIdempotencyKey();
    },
  });
  if (role === 'reader') return null;
  return (
    <>
      <button type="button" disabled={isPending} title="Send the same message again" onClick={() => mutate()}>
        Retry
      </button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
