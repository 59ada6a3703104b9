import { type Identity, isGranted, MAX_CRUMB_BYTES, type UserMessageV1 } from '@crumbtrail/contracts';
import type { AddressedAgent } from './agent-models';
import type { ChatRequest } from './chat-request';
import { invalidParam, OpenAiError } from './openai-error';

/** As `instructions` of `user.message.v1`, in characters. */
const MAX_INSTRUCTIONS = 128 * 1024;
/** A message and what its client brings share a breadcrumb, with some room for its envelope. */
const MAX_BYTES = MAX_CRUMB_BYTES - 8 * 1024;

/** What a message carries besides its text. */
export type ClientContext = Pick<
  UserMessageV1,
  'instructions' | 'from_client' | 'tools' | 'tool_choice' | 'output_schema'
>;

/** Does the agent take system messages that come with this key into its prompt? */
export const acceptsSystem = ({ definition: { accept_system } }: AddressedAgent, { client }: Identity): boolean =>
  (accept_system ?? (client ? 'persona' : 'none')) !== 'none';

function tooLarge(): OpenAiError {
  const message = `System messages, tools and response_format are too large: at most ${MAX_INSTRUCTIONS / 1024} KiB of system messages, and ${MAX_BYTES / 1024} KiB of all together with the last message.`;
  return new OpenAiError(413, { message, type: 'invalid_request_error', param: 'messages', code: 'too_large' });
}

const parameterError = (param: string, message: string): OpenAiError =>
  invalidParam(param, message, 'unsupported_parameter');

function requireTools({ agent, definition }: AddressedAgent, { tools, toolChoice, calls }: ChatRequest): void {
  const setting = `its agent.def.v1 must say \`"accept_tools": true\` for that`;
  if (tools.length > 0 && !definition.accept_tools)
    throw parameterError(
      'tools',
      `${agent} uses the tools that its definition grants; a client cannot bring its own: ${setting}.`,
    );
  if (calls.first !== null && !definition.accept_tools)
    throw parameterError(
      calls.first,
      `${agent} runs its tools itself, so messages come without tool calls: ${setting}.`,
    );
  const taken = tools.findIndex(({ name }) => isGranted(definition, name));
  if (taken >= 0)
    throw invalidParam(
      `tools[${taken}].function.name`,
      `${agent} has a tool ${tools[taken]?.name} itself: choose another name.`,
    );
  const { tool } = toolChoice ?? {};
  if (tool !== undefined && !tools.some(({ name }) => name === tool))
    throw invalidParam('tool_choice', `tool_choice names ${tool}, which \`tools\` does not define.`);
}

function requireFormat({ agent, definition }: AddressedAgent, { outputSchema }: ChatRequest): void {
  if (!outputSchema || definition.accept_response_format || definition.output_schema) return;
  const why = `${agent} answers in plain text: its agent.def.v1 needs \`"accept_response_format": true\` or an output_schema. Or leave response_format out.`;
  throw parameterError('response_format', why);
}

function requireSmall({ instructions = '', ...rest }: ClientContext, lines: ChatRequest['lines']): void {
  const texts = [JSON.stringify(rest), instructions, lines.at(-1)?.text ?? ''];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (instructions.length > MAX_INSTRUCTIONS || bytes > MAX_BYTES) throw tooLarge();
}

/** What the client's message brings of what the agent accepts. Throws if the agent does not accept tools or a format that the request needs. */
export function acceptedContext(to: AddressedAgent, chat: ChatRequest, identity: Identity): ClientContext {
  requireTools(to, chat);
  requireFormat(to, chat);
  const { instructions, tools, toolChoice, outputSchema, lines } = chat;
  const isFormatAccepted = to.definition.accept_response_format === true;
  const context: ClientContext = {
    ...(instructions !== '' && acceptsSystem(to, identity) && { instructions }),
    ...(identity.client && { from_client: true }),
    ...(tools.length > 0 && { tools }),
    ...(toolChoice && { tool_choice: toolChoice }),
    ...(outputSchema && isFormatAccepted && { output_schema: outputSchema }),
  };
  requireSmall(context, lines);
  return context;
}
