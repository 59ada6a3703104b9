import { MAX_CRUMB_BYTES } from '@crumbtrail/contracts';
import type { AddressedAgent } from './agent-models';
import type { ChatRequest } from './chat-request';
import { OpenAiError } from './openai-error';

/** As `instructions` of `user.message.v1`, in characters. */
const MAX_INSTRUCTIONS = 128 * 1024;
/** Instructions and message share a breadcrumb, with some room for its envelope. */
const MAX_BYTES = MAX_CRUMB_BYTES - 8 * 1024;

/** Does the agent take system messages of clients into its prompt? */
export const acceptsSystem = ({ definition: { accept_system = 'none' } }: AddressedAgent): boolean =>
  accept_system !== 'none';

function tooLarge(): OpenAiError {
  const message = `The system messages are too large: at most ${MAX_INSTRUCTIONS / 1024} KiB, and ${MAX_BYTES / 1024} KiB together with the last message.`;
  return new OpenAiError(413, { message, type: 'invalid_request_error', param: 'messages', code: 'too_large' });
}

/** The client's system messages, to be stored with its message; undefined if there are none or the agent ignores them. */
export function acceptedInstructions(to: AddressedAgent, { instructions, lines }: ChatRequest): string | undefined {
  if (instructions === '' || !acceptsSystem(to)) return undefined;
  const bytes = Buffer.byteLength(instructions) + Buffer.byteLength(lines.at(-1)?.text ?? '');
  if (instructions.length > MAX_INSTRUCTIONS || bytes > MAX_BYTES) throw tooLarge();
  return instructions;
}
