import type { ModelRequest, PromptPicture } from '@crumbtrail/prompting';

/** The prompt of a model as one text. */
export const flattenPrompt = ({ messages }: ModelRequest): string =>
  messages
    .map(({ role, content }) => (role === 'assistant' || role === 'tool' ? `${role}: ${content}` : content))
    .join('\n\n');

/** The pictures of the message that is answered. */
export const picturesOf = ({ messages }: ModelRequest): readonly PromptPicture[] =>
  messages.flatMap((one) => (one.role === 'user' ? (one.pictures ?? []) : []));
