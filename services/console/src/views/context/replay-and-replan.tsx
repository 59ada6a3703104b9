import type { Explanation } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import { Replan } from './replan';
import { Replay } from './replay';

/** The tab that checks whether a context can be reproduced, and what it would be today. */
export default function ReplayAndReplan({ explanation }: { readonly explanation: Explanation }): ReactNode {
  return (
    <div className="replay-and-replan">
      <Replay id={explanation.id} />
      <Replan explanation={explanation} />
    </div>
  );
}
