import type { Envelope } from '@crumbtrail/contracts';
import { createContext, type ReactNode, useContext } from 'react';
import { hrefTo } from '../../routing/route';
import { readResponse } from './live-session';

/** The latest answer of the shown messages that has a context. */
interface LastAnswer {
  readonly id: string;
  readonly context: string;
}

const LastAnswerContext = createContext<LastAnswer | undefined>(undefined);

/** Tells the links below it which answer is the latest; a message need not be drawn again for that. */
export const LastAnswerProvider = LastAnswerContext.Provider;

/** The latest answer that has a context, of messages in order of time. */
export function findLastAnswer(crumbs: readonly Envelope[]): LastAnswer | undefined {
  const answer = crumbs.findLast((crumb) => {
    const { action, context_id } = readResponse(crumb);
    return action === 'speak' && context_id !== undefined;
  });
  const context = answer && readResponse(answer).context_id;
  return answer && context !== undefined ? { id: answer.id, context } : undefined;
}

/** Asks why the message is not in the context of the latest answer; of that answer itself, opens the field to ask about any text. */
export function WhyNotLink({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const last = useContext(LastAnswerContext);
  if (last === undefined) return null;
  const isLast = crumb.id === last.id;
  return (
    <a
      href={hrefTo('contexts', [last.context], isLast ? { ask: true } : { why: crumb.id })}
      title={
        isLast
          ? 'Ask why a text is not in the context of this answer'
          : 'Why is this message not in the context of the latest answer?'
      }
    >
      Why not?
    </a>
  );
}
