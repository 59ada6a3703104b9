import type { SubqueryKindView } from '@crumbtrail/client';
import type { SubqueryTemplate } from '@crumbtrail/contracts';
import type { SubqueryTrial } from '@crumbtrail/contracts/operations/subqueries';
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useClient } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { QueryResult } from '../../../components/query-result';

/** The newest turns that a template can be tried on. */
const TURNS = 20;
const MOST_CONTENT = 65_536;
const MOST_REQUEST = 4_000;

interface ChosenTurn {
  readonly id: string;
  readonly title: string;
}

/** The newest turns that have ended, each with its agent, session and time. */
function useEndedTurns(): UseQueryResult<readonly ChosenTurn[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['subqueries', 'turns'],
    queryFn: async () => {
      const { turns } = await client.turns.list({ state: 'closed', limit: TURNS });
      return turns.map(({ id, agent, session, requested_at }) => ({
        id,
        title: [agent, session, requested_at].filter(Boolean).join(', '),
      }));
    },
  });
}

/** What is asked, as the form holds it. */
interface Asked {
  readonly turn: string;
  readonly request: string;
  readonly content: string;
  readonly none: boolean;
}

function TurnField(props: {
  readonly turns: readonly ChosenTurn[];
  readonly value: string;
  readonly onChange: (turn: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <p className="setting">
      <label htmlFor={id}>After what an agent was sent in</label>
      <select id={id} value={props.value} onChange={({ target }) => props.onChange(target.value)}>
        {props.turns.map((turn) => (
          <option key={turn.id} value={turn.id}>
            {turn.title}
          </option>
        ))}
      </select>
    </p>
  );
}

function LongField(props: {
  readonly label: string;
  readonly most: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isRequired?: boolean;
}): ReactNode {
  const { label, most, value, onChange, isRequired = false } = props;
  const id = useId();
  return (
    <p className="setting">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        required={isRequired}
        dir="auto"
        maxLength={most}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </p>
  );
}

function AskForm(props: {
  readonly turns: readonly ChosenTurn[];
  readonly isDisabled: boolean;
  readonly onAsk: (asked: Asked) => void;
}): ReactNode {
  const { turns, isDisabled, onAsk } = props;
  const [asked, setAsked] = useState<Asked>({ turn: turns[0]?.id ?? '', request: '', content: '', none: false });
  const change = (part: Partial<Asked>): void => setAsked({ ...asked, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk(asked);
  };
  return (
    <form onSubmit={submit}>
      <TurnField turns={turns} value={asked.turn} onChange={(turn) => change({ turn })} />
      <LongField
        label="Request"
        isRequired
        most={MOST_REQUEST}
        value={asked.request}
        onChange={(request) => change({ request })}
      />
      <LongField
        label="Content (may be empty)"
        most={MOST_CONTENT}
        value={asked.content}
        onChange={(content) => change({ content })}
      />
      <p>
        <label>
          <input type="checkbox" checked={asked.none} onChange={({ target }) => change({ none: target.checked })} /> The
          model reads the content alone
        </label>
      </p>
      <button disabled={isDisabled}>Try</button>
    </form>
  );
}

function Result({ trial: { prompt, answer, error } }: { readonly trial: SubqueryTrial }): ReactNode {
  return (
    <>
      <p role="status" className={error ? 'trial bad' : 'trial good'}>
        <bdi>{error ? error.message : answer}</bdi>
      </p>
      {prompt !== undefined && (
        <details>
          <summary>The last message that the model was sent</summary>
          <pre tabIndex={0} aria-label="The last message that the model was sent">
            {prompt}
          </pre>
        </details>
      )}
    </>
  );
}

/** Asks a subquery with the template in the form, saved or not, after what an agent was sent in a recent turn. */
export function TryTemplate(props: {
  readonly type: SubqueryKindView['type'];
  readonly template: SubqueryTemplate;
  readonly isValid: boolean;
}): ReactNode {
  const { type, template, isValid } = props;
  const client = useClient();
  const turns = useEndedTurns();
  const trial = useMutation({
    mutationFn: ({ turn, request, content, none }: Asked) =>
      client.subqueries.try(type, {
        turn,
        request,
        template,
        ...(content !== '' && { content }),
        ...(none && { context: 'none' }),
      }),
  });
  return (
    <section aria-label="Try" className="effect" aria-busy={trial.isPending}>
      <h2>Try</h2>
      <p className="soft">
        Asks a model with what the form holds, saved or not. Nothing is stored and no agent is started; each try is
        billed.
      </p>
      <QueryResult query={turns} label="Loading turns">
        {(found) =>
          found.length === 0 ? (
            <p>There is no turn yet to try it on: send an agent a message first.</p>
          ) : (
            <AskForm turns={found} isDisabled={trial.isPending || !isValid} onAsk={trial.mutate} />
          )
        }
      </QueryResult>
      {!isValid && <p role="status">Fix the invalid fields first.</p>}
      {trial.error && <ErrorNotice error={trial.error} />}
      {trial.data && <Result trial={trial.data} />}
    </section>
  );
}
