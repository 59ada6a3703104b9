import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useClient } from '../../api/client';
import { loadTools } from '../tools/tool-entries';
import { describeApprovalRule, emptyRule, type RuleDraft, rulesOf, toRule, withoutRule } from './approval-rules';
import { comparisons } from './describe-subscription';

const choices: readonly (readonly [RuleDraft['approval'], string])[] = [
  ['always', 'always waits for a person'],
  ['when', 'waits for a person when'],
  ['never', 'never waits'],
];

function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly list?: string;
  readonly onValue: (value: string) => void;
}): ReactNode {
  const { label, onValue, ...rest } = props;
  return (
    <input
      {...rest}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

function ConditionFields(props: {
  readonly draft: RuleDraft;
  readonly onDraft: (draft: RuleDraft) => void;
}): ReactNode {
  const { draft, onDraft } = props;
  return (
    <>
      <TextField
        label="Argument"
        placeholder="amount"
        value={draft.argument}
        onValue={(argument) => onDraft({ ...draft, argument })}
      />
      <select
        aria-label="Comparison"
        value={draft.op}
        onChange={({ target }) => onDraft({ ...draft, op: target.value as RuleDraft['op'] })}
      >
        {Object.entries(comparisons).map(([op, words]) => (
          <option key={op} value={op}>
            {words}
          </option>
        ))}
      </select>
      {draft.op !== 'exists' && (
        <TextField
          label="Value"
          placeholder="100"
          value={draft.value}
          onValue={(value) => onDraft({ ...draft, value })}
        />
      )}
    </>
  );
}

/** The form for one more rule. It is no form element, because it stands within the agent's. */
function NewRule({ onAdd }: { readonly onAdd: (rule: NonNullable<ReturnType<typeof toRule>>) => void }): ReactNode {
  const client = useClient();
  const id = useId();
  const { data: tools = [] } = useQuery({ queryKey: ['tools'], queryFn: () => loadTools(client), staleTime: 60_000 });
  const [draft, setDraft] = useState(emptyRule);
  const rule = toRule(draft);
  const add = (): void => {
    if (!rule) return;
    onAdd(rule);
    setDraft(emptyRule);
  };
  return (
    <div className="row approval-builder" role="group" aria-label="New approval rule">
      <TextField
        label="Tools of the rule"
        placeholder="pay, mail_*"
        list={id}
        value={draft.tools}
        onValue={(names) => setDraft({ ...draft, tools: names })}
      />
      <datalist id={id}>
        {tools.map(({ crumb }) => (
          <option key={crumb.context.name} value={crumb.context.name} />
        ))}
      </datalist>
      <select
        aria-label="Approval"
        value={draft.approval}
        onChange={({ target }) => setDraft({ ...draft, approval: target.value as RuleDraft['approval'] })}
      >
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {draft.approval === 'when' && <ConditionFields draft={draft} onDraft={setDraft} />}
      <button type="button" disabled={!rule} onClick={add}>
        Add rule
      </button>
    </div>
  );
}

/** Below the field of an agent's approvals: each rule in words, and the fields for one more. */
export function ApprovalBuilder(props: {
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}): ReactNode {
  const { value, onValue } = props;
  const rules = rulesOf(value);
  // A text that cannot be read as rules is kept until its author has corrected it.
  if (value !== undefined && rules.length === 0) return null;
  return (
    <>
      <ol className="words">
        {rules.map((rule, at) => (
          <li key={at} className="anywhere">
            {describeApprovalRule(rule)}{' '}
            <button type="button" aria-label={`Remove rule ${at + 1}`} onClick={() => onValue(withoutRule(rules, at))}>
              Remove
            </button>
          </li>
        ))}
      </ol>
      <details>
        <summary>Add a rule</summary>
        <NewRule onAdd={(rule) => onValue([...rules, rule])} />
      </details>
    </>
  );
}
