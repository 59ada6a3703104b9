import type { Approval } from '@crumbtrail/client';
import { type ReactNode, useId, useState } from 'react';
import '../../components/editing/editing.css';
import { ErrorNotice } from '../../components/error-notice';
import { readQuestion, toggleChoice } from './question';
import { useDecision } from './use-decision';

/** Answers a question with its choices, with text where it allows that, or declines it. */
export function AnswerQuestion({ approval }: { readonly approval: Approval }): ReactNode {
  const question = readQuestion(approval.arguments);
  const [choices, setChoices] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const id = useId();
  const { mutate, isPending, error } = useDecision(approval.id);
  return (
    <>
      {question.choices.length > 0 && (
        <fieldset>
          <legend>{question.multiple ? 'Choose' : 'Choose one'}</legend>
          {question.choices.map((choice) => (
            <label key={choice}>
              <input
                type={question.multiple ? 'checkbox' : 'radio'}
                name={id}
                checked={choices.includes(choice)}
                onChange={() => setChoices(toggleChoice(question, choices, choice))}
              />{' '}
              {choice}
            </label>
          ))}
        </fieldset>
      )}
      {question.freeText && (
        <div className="field">
          <label htmlFor={`${id}-text`}>Your answer</label>
          <textarea id={`${id}-text`} rows={3} value={text} onChange={({ target }) => setText(target.value)} />
        </div>
      )}
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={isPending || (choices.length === 0 && text.trim() === '')}
          onClick={() => mutate({ verb: 'answer', choices, text: text.trim() })}
        >
          Answer
        </button>
        <button type="button" disabled={isPending} onClick={() => mutate({ verb: 'deny', reason: '' })}>
          Decline
        </button>
        <span role="status">{isPending ? 'Saving…' : ''}</span>
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
