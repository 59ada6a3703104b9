import type { UploadedFile, Crumbtrail, MessageOptions } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { useDraft } from '../../hooks/use-draft';
import { AudienceField } from './audience-field';
import { FilesField } from './files-field';
import { HistoryNotice } from './history-notice';
import { newIdempotencyKey } from './idempotency-key';

/** The tags in a text with commas between them, each once. */
const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

function TagsField(props: { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  return (
    <input
      className="message-tags"
      aria-label="Tags"
      placeholder="Tags, separated by commas"
      title="They stay for the next message."
      spellCheck={false}
      autoComplete="off"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

/** The text of a message. Enter sends, Shift+Enter starts a new line. */
function TextField(props: {
  readonly session: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSend: (event: KeyboardEvent) => void;
}): ReactNode {
  const { session, value, onChange, onSend } = props;
  return (
    <>
      <label htmlFor="message-text" className="hidden">
        Message #{session}
      </label>
      <textarea
        id="message-text"
        rows={2}
        dir="auto"
        data-main-field
        placeholder={`Message #${session}…`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) onSend(event);
        }}
      />
    </>
  );
}

/** Uploads files one after the other. */
async function uploadAll(client: Crumbtrail, files: readonly File[]): Promise<Pick<MessageOptions, 'files'>> {
  const uploaded: UploadedFile[] = [];
  for (const file of files) uploaded.push(await client.upload(file.name, new Uint8Array(await file.arrayBuffer())));
  return uploaded.length === 0 ? {} : { files: uploaded };
}

/** The form to write a message; text that was not sent stays, also when the view is left. */
export function MessageForm(props: {
  readonly session: string;
  /** The messages on the page. */
  readonly history: readonly Envelope[];
  readonly onSent: (message: Envelope) => void;
}): ReactNode {
  const { session, history, onSent } = props;
  const client = useClient();
  const { role } = useIdentity();
  const [text, setText] = useDraft(`message ${session}`);
  const [tags, setTags] = useDraft(`tags ${session}`);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [audience, setAudience] = useState<Envelope['audience']>('all');
  const idempotencyKey = useRef(newIdempotencyKey());
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (content: string) => {
      const attached = await uploadAll(client, files);
      const more = { tags: parseTags(tags), audience, idempotencyKey: idempotencyKey.current };
      return client.say(session, content, { ...more, ...attached });
    },
    onSuccess: ({ message }) => {
      idempotencyKey.current = newIdempotencyKey();
      setText('');
      setFiles([]);
      onSent(message);
    },
  });
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !isPending) mutate(text);
  };
  const change = <Value,>(set: (value: Value) => void, next: Value): void => {
    idempotencyKey.current = newIdempotencyKey();
    set(next);
  };
  if (role === 'reader') return <p className="soft">Your key is read-only, so you can’t send messages.</p>;
  return (
    <form className="message-form" onSubmit={send}>
      {error && <ErrorNotice error={error} />}
      <HistoryNotice history={history} audience={audience} onChange={(next) => change(setAudience, next)} />
      <TextField session={session} value={text} onChange={(next) => change(setText, next)} onSend={send} />
      <button className="primary" disabled={isPending || text.trim() === ''}>
        Send
      </button>
      <div className="message-options">
        <AudienceField session={session} value={audience} onChange={(next) => change(setAudience, next)} />
        <TagsField value={tags} onChange={(next) => change(setTags, next)} />
        <FilesField files={files} onChange={(next) => change(setFiles, next)} />
      </div>
    </form>
  );
}
