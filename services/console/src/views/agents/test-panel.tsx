import { type DefinitionTrial, TESTED_TURNS } from '@crumbtrail/client';
import type { AgentDefV1 } from '@crumbtrail/contracts';
import { summarizeTrials } from '@crumbtrail/formatting';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient } from '../../api/client';
import { isEqualJson, type JsonObject } from '../../components/editing/json-pointer';
import { ErrorNotice } from '../../components/error-notice';
import { TrialCard } from './trial-card';

/** The trials of a definition so far, and how many there will be. */
interface TestRun {
  readonly definition: JsonObject;
  readonly trials: readonly DefinitionTrial[];
  readonly count: number;
}

interface DefinitionTest {
  readonly run: TestRun | undefined;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly start: (definition: JsonObject) => void;
  readonly stop: () => void;
}

/** Runs the last turns of an agent again with a definition, one after the other, until all are done or the reader stops or leaves. */
function useDefinitionTest(agent: string): DefinitionTest {
  const client = useClient();
  const [run, setRun] = useState<TestRun>();
  const current = useRef<object>(undefined);
  const stop = (): void => void (current.current = undefined);
  useEffect(() => stop, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (definition: JsonObject) => {
      const started = {};
      current.current = started;
      const replies = await client.turns.lastReplies(agent);
      let trials: readonly DefinitionTrial[] = [];
      setRun({ definition, trials, count: replies.length });
      for await (const trial of client.turns.tryDefinition(definition as unknown as AgentDefV1, replies)) {
        if (current.current !== started) return;
        trials = [...trials, trial];
        setRun({ definition, trials, count: replies.length });
      }
    },
  });
  return { run, busy: isPending, error, start: mutate, stop };
}

function progressOf({ run, busy }: DefinitionTest): string {
  if (!run) return '';
  if (run.count === 0) return 'This agent has no turns yet.';
  const done = run.trials.length;
  if (busy) return `Turn ${done + 1} of ${run.count}…`;
  return done < run.count ? `Stopped after ${done} of ${run.count} turns.` : summarizeTrials(run.trials);
}

/**
 * Runs the last turns of an agent again with the definition in the form, before it is saved: answers, contexts and costs beside the recorded
 * ones. Operators only.
 */
export function TestPanel(props: {
  readonly agent: string;
  readonly definition: JsonObject;
  readonly isValid: boolean;
}): ReactNode {
  const { agent, definition, isValid } = props;
  const test = useDefinitionTest(agent);
  const { run, busy, error } = test;
  const isOther = run !== undefined && !busy && !isEqualJson(run.definition, definition);
  return (
    <section className="effect" aria-label="Test">
      <h2>Test before saving</h2>
      <p className="soft">
        Re-runs recent turns at their original point in the log with your unsaved changes. No agent is started and
        nothing is added to a session; tools with side effects are not run. Each turn calls the model and is billed.
      </p>
      <div className="row">
        <button type="button" disabled={busy || !isValid} onClick={() => test.start(definition)}>
          Test with the last {TESTED_TURNS} turns
        </button>
        {busy && (
          <button type="button" onClick={test.stop}>
            Stop
          </button>
        )}
        <span role="status">{isValid || busy ? progressOf(test) : 'Fix the invalid fields first.'}</span>
      </div>
      {isOther && <p className="soft">The form has changed since this test.</p>}
      {error && <ErrorNotice error={error} />}
      {run?.trials.map((trial) => (
        <TrialCard key={trial.response.id} trial={trial} />
      ))}
    </section>
  );
}
