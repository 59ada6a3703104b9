import type { FeedbackList, FeedbackOptions } from '@crumbtrail/client';
import type { FeedbackFilter } from '@crumbtrail/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useClient, useIdentity, useReportApiError } from '../api/client';
import { Author } from './author';
import { ErrorNotice } from './error-notice';
import { QueryResult } from './query-result';

/** What a list can be filtered by. */
export const feedbackKinds: readonly FeedbackFilter[] = ['bad', 'good', 'note'];

const feedbackKey = (id: string): string[] => ['feedback', id];

/** A score as a word, so that it needs no colour. */
function scoreWord(score: number): string {
  if (score === 0) return 'neutral';
  return score > 0 ? 'good' : 'bad';
}

function Given({ feedback }: { readonly feedback: FeedbackList['feedback'] }): ReactNode {
  if (feedback.length === 0) return <p className="soft">Nobody said anything yet.</p>;
  return (
    <ul aria-label="Feedback">
      {feedback.map(({ id, author, context: { score, note, labels = [] } }) => (
        <li key={id}>
          <Author author={author} />
          {score !== undefined && (
            <>
              {' · '}
              <strong>{scoreWord(score)}</strong>
            </>
          )}
          {labels.length > 0 && ` · ${labels.join(', ')}`}
          {note !== undefined && (
            <>
              {' · '}
              <span dir="auto">{note}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Drawn, because many machines have no font with such a character. */
function Thumb({ isDown = false }: { readonly isDown?: boolean }): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width="14" height="14" transform={isDown ? 'scale(1 -1)' : undefined}>
      <path
        d="M1 7h3v8H1zM5 7l3-6c1.5 0 2 1 2 2l-.5 3H14c1 0 1.3 .8 1 1.8l-1.8 5.7c-.3 .9-.8 1.5-1.7 1.5H5z"
        fill="currentColor"
      />
    </svg>
  );
}

/** Thumbs and a note. A thumb is stored at once; the note goes with the next one, or alone. */
function GiveForm({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const giving = useMutation({
    mutationFn: (score: number | undefined) => {
      const options: FeedbackOptions = {
        ...(score !== undefined && { score }),
        ...(note.trim() !== '' && { note: note.trim() }),
      };
      return client.feedback.give(id, options);
    },
    onError: useReportApiError(),
    onSuccess: () => {
      setNote('');
      return cache.invalidateQueries({ queryKey: feedbackKey(id) });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (note.trim() !== '') giving.mutate(undefined);
  };
  const busy = giving.isPending;
  return (
    <form className="row" onSubmit={submit}>
      <button type="button" aria-label="Good answer" className="thumb" disabled={busy} onClick={() => giving.mutate(1)}>
        <Thumb /> Good
      </button>
      <button type="button" aria-label="Bad answer" className="thumb" disabled={busy} onClick={() => giving.mutate(-1)}>
        <Thumb isDown /> Bad
      </button>
      <input aria-label="Note" placeholder="Why?" value={note} onChange={({ target }) => setNote(target.value)} />
      <button type="submit" disabled={busy || note.trim() === ''}>
        Add note
      </button>
      {giving.error !== null && <ErrorNotice error={giving.error} />}
    </form>
  );
}

function Loaded({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const mayWrite = useIdentity().role !== 'reader';
  const feedback = useQuery({ queryKey: feedbackKey(id), queryFn: () => client.feedback.list(id) });
  return (
    <>
      {mayWrite && <GiveForm id={id} />}
      <QueryResult query={feedback}>{(given) => <Given feedback={given} />}</QueryResult>
    </>
  );
}

/** What people think of a reply, loaded when it is opened, and thumbs and a note for it. */
export function ReplyFeedback({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="reply-sources" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Feedback</summary>
      {isOpen && <Loaded id={id} />}
    </details>
  );
}
