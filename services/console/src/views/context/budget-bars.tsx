import type { Explanation } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import { capShares, type TokenShare, windowShares } from './budget';
import { sectionHue } from './section-hue';

const windowHues: Readonly<Record<string, string>> = {
  'system prompt': 'hue-8',
  'tool schemas': 'hue-7',
  context: 'hue-4',
  'reply reserve': 'hue-6',
};
const FREE = 'free';

function Bar(props: {
  readonly title: string;
  readonly shares: readonly TokenShare[];
  readonly hueOf: (name: string) => string;
}): ReactNode {
  const { title, shares, hueOf } = props;
  return (
    <figure className="token-bar">
      <figcaption>{title}</figcaption>
      <div className="token-strip" aria-hidden="true">
        {shares.map(({ name, percent }) => (
          <span key={name} className={name === FREE ? 'free' : hueOf(name)} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <ul className="row">
        {shares.map(({ name, tokens }) => (
          <li key={name} className={name === FREE ? 'soft' : hueOf(name)}>
            <span className="swatch" aria-hidden="true" /> {name} {tokens.toLocaleString('en')}
          </li>
        ))}
      </ul>
    </figure>
  );
}

const budgetNumbers: readonly (readonly [key: string, name: string])[] = [
  ['max_tokens', 'budget'],
  ['context_window', 'window'],
  ['system_prompt', 'system prompt'],
  ['tool_schemas', 'tool schemas'],
  ['reply_reserve', 'reply reserve'],
];

/** The tokens of a context by section; folded, the model window and the numbers the budget follows from. */
export function BudgetBars({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { tokens, budget, tokenizer } = explanation;
  return (
    <section className="bars" aria-label="Tokens">
      <Bar
        title={`Context: ${tokens.total.toLocaleString('en')} of ${budget.cap.toLocaleString('en')} tokens, by section`}
        shares={capShares(explanation)}
        hueOf={sectionHue}
      />
      <details>
        <summary>Model window and budget</summary>
        <Bar
          title={`Model window: ${budget.context_window.toLocaleString('en')} tokens`}
          shares={windowShares(explanation)}
          hueOf={(name) => windowHues[name] ?? 'hue-8'}
        />
        <dl className="row soft numbers">
          {budgetNumbers.map(([key, name]) => (
            <div key={key}>
              <dt>{name}</dt> <dd>{Number(budget[key]).toLocaleString('en')}</dd>
            </div>
          ))}
          <div title="The smaller of the budget and what the window leaves after prompt, tools and reply, minus a safety margin.">
            <dt>effective limit</dt> <dd>{budget.cap.toLocaleString('en')}</dd>
          </div>
          <div>
            <dt>counted with</dt> <dd>{tokenizer}</dd>
          </div>
        </dl>
      </details>
    </section>
  );
}
