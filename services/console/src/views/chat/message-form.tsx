import type { Envelope } from '@crumbtrail/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';

/** A new idempotency key: a message sent again with the same key is stored once. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(36)).join('-');
}

/** The form to write a message. Enter sends, Shift+Enter starts a new line; text that could not be sent stays. */
export function MessageForm(props: {
  readonly session: string;
  readonly onSent: (message: Envelope) => void;
}): ReactNode {
  const { session, onSent } = props;
  const client = useClient();
  const { role } = useIdentity();
  const [text, setText] = useState('');
  const idempotencyKey = useRef(newIdempotencyKey());
  const { mutate, isPending, error } = useMutation({
    mutationFn: (content: string) => client.say(session, content, { idempotencyKey: idempotencyKey.current }),
    onSuccess: ({ message }) => {
      idempotencyKey.current = newIdempotencyKey();
      setText('');
      onSent(message);
    },
  });
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !isPending) mutate(text);
  };
  const change = (next: string): void => {
    idempotencyKey.current = newIdempotencyKey();
    setText(next);
  };
  if (role === 'reader') return <p className="soft">Your key is read-only, so you can’t send messages.</p>;
  return (
    <form className="message-form" onSubmit={send}>
      {error && <ErrorNotice error={error} />}
      <label htmlFor="message-text" className="hidden">
        Message #{session}
      </label>
      <textarea
        id="message-text"
        rows={2}
        placeholder={`Message #${session}…`}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
        }}
      />
      <button className="primary" disabled={isPending || text.trim() === ''}>
        Send
      </button>
    </form>
  );
}
