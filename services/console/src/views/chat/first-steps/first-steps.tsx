import { loadSample, SAMPLE_QUESTIONS, SAMPLE_SESSION } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient, useIdentity } from '../../../api/client';
import { useModel } from '../../settings/use-model';
import { ErrorNotice } from '../../../components/error-notice';
import { hrefTo } from '../../../routing/route';
import { newIdempotencyKey } from '../idempotency-key';

const EMPTY_SESSION_QUESTIONS: readonly string[] = ['What can you do?', 'Who am I?', 'What do you remember of me?'];

/** The way to connect a model. */
function ModelCard(): ReactNode {
  return (
    <section>
      <h3>Connect a model</h3>
      <p>
        OpenAI, OpenRouter, Ollama or any server that speaks the OpenAI protocol. Until then the built-in offline model
        answers, by quoting its context.
      </p>
      <a className="button" href={hrefTo('settings')}>
        Connect a model
      </a>
    </section>
  );
}

/** Whether the sample has been loaded; undefined while that is read. */
function useHasSample(): boolean | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['has-sample'],
    queryFn: async () => (await client.list({ session: SAMPLE_SESSION, limit: 1 })).breadcrumbs.length > 0,
  });
  return data;
}

/** Offers to load the sample, or leads to it once it is loaded. */
function SampleCard(): ReactNode {
  const hasSample = useHasSample();
  if (hasSample === undefined) return null;
  return hasSample ? (
    <section>
      <h3>Sample data</h3>
      <p>
        The sample is loaded: <a href={hrefTo('chat', [SAMPLE_SESSION])}>open the session “{SAMPLE_SESSION}”</a>.
      </p>
    </section>
  ) : (
    <LoadSample />
  );
}

function LoadSample(): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => loadSample(client),
    onSuccess: async () => {
      await Promise.all(['sessions', 'has-sample'].map((key) => cache.invalidateQueries({ queryKey: [key] })));
      window.location.hash = hrefTo('chat', [SAMPLE_SESSION]);
    },
  });
  return (
    <section>
      <h3>Load sample data</h3>
      <p>Thirteen messages of four people who plan a workshop, as the history of the session “{SAMPLE_SESSION}”.</p>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        Load the sample
      </button>
      {error && <ErrorNotice error={error} />}
    </section>
  );
}

interface FirstStepsProps {
  readonly session: string;
  readonly onSent: (message: Envelope) => void;
}

function Questions({
  session,
  onSent,
  questions,
}: FirstStepsProps & { readonly questions: readonly string[] }): ReactNode {
  const client = useClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (question: string) => client.say(session, question, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ message }) => onSent(message),
  });
  return (
    <section>
      <h3>Ask</h3>
      <p>Then open the context of the answer: it says what the model saw, and why.</p>
      {questions.map((question) => (
        <button key={question} type="button" disabled={isPending} onClick={() => mutate(question)}>
          {question}
        </button>
      ))}
      {error && <ErrorNotice error={error} />}
    </section>
  );
}

/** The questions that a session offers; the offline model is asked only what its context answers. */
function questionsOf(session: string, isOffline: boolean): readonly string[] {
  if (session === SAMPLE_SESSION) return SAMPLE_QUESTIONS;
  return isOffline ? [] : EMPTY_SESSION_QUESTIONS;
}

/** What a new user can do in a session in which nobody has asked anything yet. */
export function FirstSteps({ session, onSent, isEmpty }: FirstStepsProps & { readonly isEmpty: boolean }): ReactNode {
  const { role } = useIdentity();
  const { data, isLoading } = useModel();
  if (role === 'reader' || isLoading) return null;
  const isOffline = data?.answers === 'offline';
  const questions = questionsOf(session, isOffline);
  const setsUp = isEmpty && role === 'operator';
  return (
    <div className="first-steps">
      {setsUp && isOffline && <ModelCard />}
      {questions.length > 0 && <Questions session={session} onSent={onSent} questions={questions} />}
      {setsUp && session !== SAMPLE_SESSION && <SampleCard />}
    </div>
  );
}
