import type { ReactNode } from 'react';
import { subscriptionsInWords } from './in-words';

function InWords({ value }: { readonly value: unknown }): ReactNode {
  return (
    <ul className="words">
      {subscriptionsInWords(value).map((words, at) => (
        <li key={at} className="anywhere">
          {words}
        </li>
      ))}
    </ul>
  );
}

/** Below the subscriptions: what they mean. */
export const subscriptionNote: Readonly<Record<string, (value: unknown) => ReactNode>> = {
  '/subscriptions': (value) => <InWords value={value} />,
};
