import type { WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import { contextItemKey } from '@crumbtrail/formatting';

type FoundCrumb = NonNullable<WhyNotReply['found']>;

const foundLine = (found: FoundCrumb): string => {
  const { session, author, text } = found;
  const where = session === undefined ? '' : ` in ${session}`;
  return `${contextItemKey(found)}  ${author.kind}:${author.id}${where}  ${text}`;
};

/** How to try a change: its budget as an option, its config as the content of a file. */
function tryLines({ context, change }: WhyNotReply): string[] {
  if (!change) return [];
  const { budget, config } = change;
  const options = `${budget ? ` --budget ${budget.max_tokens}` : ''}${config ? ' --config change.json' : ''}`;
  return [
    '',
    `try it: crumb context replan ${context}${options}`,
    ...(config ? [`change.json: ${JSON.stringify(config)}`] : []),
  ];
}

/** The verdict on a text, the text that was found, and how to try the smallest change. */
export function whyNotLines(reply: WhyNotReply): string[] {
  const { answer, found } = reply;
  return [answer, ...(found ? ['', foundLine(found)] : []), ...tryLines(reply)];
}
