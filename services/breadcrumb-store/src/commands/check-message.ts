import { asPayload, UserMessage, type Issue } from '@crumbtrail/contracts';

/** Characters that show nothing: white space, control and format characters, fillers, and the blank of Braille. */
const NOTHING_SHOWN = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** The rule that a message breaks which shows nothing. */
export const BLANK_MESSAGE = 'blank';

/** A message that shows nothing and carries no file would wake agents for nothing. */
export function messageIssues(context: Record<string, unknown>): Issue[] {
  const { content, files = [] } = asPayload(UserMessage.name, context);
  if (files.length > 0 || !NOTHING_SHOWN.test(content)) return [];
  const message = 'has no character that can be seen: write something, or attach a file';
  return [{ path: '/content', rule: BLANK_MESSAGE, message }];
}
