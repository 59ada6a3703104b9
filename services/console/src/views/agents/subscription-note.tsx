import type { ReactNode } from 'react';
import { describeSubscriptions } from './describe-subscription';

function SubscriptionList({ value }: { readonly value: unknown }): ReactNode {
  return (
    <ul className="words">
      {describeSubscriptions(value).map((words, at) => (
        <li key={at} className="anywhere">
          {words}
        </li>
      ))}
    </ul>
  );
}

/** The note below the subscriptions field: their meaning in words. */
export const subscriptionNote: Readonly<Record<string, (value: unknown) => ReactNode>> = {
  '/subscriptions': (value) => <SubscriptionList value={value} />,
};
