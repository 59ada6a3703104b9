import type { Envelope } from '@crumbtrail/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';

/** A name for one wish to say something: sent again, it is said once. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(36)).join('-');
}

/** Says something: Enter sends, Shift and Enter begin a new line. What could not be sent stays where it is. */
export function MessageForm(props: {
  readonly session: string;
  readonly onSaid: (message: Envelope) => void;
}): ReactNode {
  const { session, onSaid } = props;
  const client = useClient();
  const { role } = useIdentity();
  const [words, setWords] = useState('');
  const idempotencyKey = useRef(newIdempotencyKey());
  const { mutate, isPending, error } = useMutation({
    mutationFn: (content: string) => client.say(session, content, { idempotencyKey: idempotencyKey.current }),
    onSuccess: ({ message }) => {
      idempotencyKey.current = newIdempotencyKey();
      setWords('');
      onSaid(message);
    },
  });
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (words.trim() !== '' && !isPending) mutate(words);
  };
  const change = (text: string): void => {
    idempotencyKey.current = newIdempotencyKey();
    setWords(text);
  };
  if (role === 'reader') return <p className="soft">Your key is read-only, so you can’t send messages.</p>;
  return (
    <form className="say" onSubmit={send}>
      {error && <ErrorNotice error={error} />}
      <label htmlFor="words" className="hidden">
        Message #{session}
      </label>
      <textarea
        id="words"
        rows={2}
        placeholder={`Message #${session}…`}
        value={words}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
        }}
      />
      <button className="primary" disabled={isPending || words.trim() === ''}>
        Send
      </button>
    </form>
  );
}
