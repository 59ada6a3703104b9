import type OpenAI from 'openai';
import type {
  ModelRequest,
  OfferedTool,
  PromptMessage,
  PromptPicture,
  Capabilities,
  ModelProfile,
} from '@crumbtrail/prompting';
import type { Allowed } from './refused-parameters';
import { shapeParameters } from './shape';

/** The protocol's maximum number of stop strings. */
const MOST_STOPS = 4;

type RequestBody = OpenAI.ChatCompletionCreateParamsStreaming;

/** A message with pictures: its text first, then each picture as a data: URL. */
function withPictures(text: string, pictures: readonly PromptPicture[]): OpenAI.ChatCompletionUserMessageParam {
  const images = pictures.map(({ type, data }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${type};base64,${data}` },
  }));
  return { role: 'user', content: [{ type: 'text', text }, ...images] };
}

function toWireMessage(message: PromptMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_call_id: message.call_id };
  if (message.role === 'user' && message.pictures) return withPictures(message.content, message.pictures);
  if (message.role !== 'assistant' || !message.tool_calls) return { role: message.role, content: message.content };
  const tool_calls = message.tool_calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: given },
  }));
  // Some servers reject empty text beside tool calls.
  return { role: 'assistant', content: message.content === '' ? null : message.content, tool_calls };
}

function toWireTool({ name, description, parameters }: OfferedTool): OpenAI.ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: parameters as Record<string, unknown> } };
}

const BREAKPOINT = { type: 'ephemeral' };

/**
 * The first system message with a breakpoint at its end: a provider that caches only what is marked then caches the tools and that
 * message, which do not change between the turns of an agent. What follows changes with every turn.
 */
function withBreakpoint(messages: RequestBody['messages']): RequestBody['messages'] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system' || typeof first.content !== 'string') return messages;
  const text = Object.assign({ type: 'text' as const, text: first.content }, { cache_control: BREAKPOINT });
  return [{ ...first, content: [text] }, ...rest];
}

function wireMessages(request: ModelRequest, can: Capabilities, allowed: Allowed): RequestBody['messages'] {
  const { cache_control = can.cache_control ?? false } = request;
  const messages = request.messages.map(toWireMessage);
  return cache_control && allowed('cache_control') ? withBreakpoint(messages) : messages;
}

/** The prompt; to continue a reply, its beginning is the last message, marked in the way that the provider requires. */
function messagesOf(request: ModelRequest, can: Capabilities, allowed: Allowed): Pick<RequestBody, 'messages'> {
  const messages = wireMessages(request, can, allowed);
  const begun = messages.at(-1);
  if (!request.resume || !begun) return { messages };
  if (can.resume === 'prefix' && allowed('prefix')) {
    return { messages: [...messages.slice(0, -1), Object.assign({}, begun, { prefix: true })] };
  }
  const flagged = can.resume === 'continue_final_message' && allowed('continue_final_message');
  return { messages, ...(flagged && { continue_final_message: true, add_generation_prompt: false }) };
}

/** OpenAI's newer models reject max_tokens; most compatible servers support nothing else. */
function limitOf(limit: number | undefined, profile: ModelProfile, allowed: Allowed): object {
  if (limit === undefined) return {};
  const official = new URL(profile.base_url).hostname === 'api.openai.com';
  const newer = official ? allowed('max_completion_tokens') : !allowed('max_tokens');
  return newer ? { max_completion_tokens: limit } : { max_tokens: limit };
}

function usageAsked(can: Capabilities, allowed: Allowed): object {
  if (!allowed('stream_options')) return {};
  return { stream_options: { include_usage: true, ...(can.running_usage && { continuous_usage_stats: true }) } };
}

function stopsOf({ stop = [] }: ModelRequest, can: Capabilities, allowed: Allowed): object {
  if (can.stop === false || stop.length === 0 || !allowed('stop')) return {};
  return { stop: stop.slice(0, MOST_STOPS) };
}

function toolChoiceOf({ tool_choice: choice }: ModelRequest, allowed: Allowed): object {
  if (!choice || !allowed('tool_choice')) return {};
  if (choice === 'none') return { tool_choice: choice };
  return { tool_choice: choice.tool ? { type: 'function', function: { name: choice.tool } } : 'required' };
}

function toolsOf(request: ModelRequest, can: Capabilities, allowed: Allowed): object {
  const { tools = [] } = request;
  if (can.tools === false || tools.length === 0) return {};
  return { tools: tools.map(toWireTool), ...toolChoiceOf(request, allowed) };
}

function temperatureOf(temperature: number | undefined, allowed: Allowed): object {
  return temperature === undefined || !allowed('temperature') ? {} : { temperature };
}

/** The request body, without parameters that the provider does not support or has rejected before. */
export function buildRequestBody(request: ModelRequest, profile: ModelProfile, allowed: Allowed): RequestBody {
  const can = profile.can ?? {};
  const shaped = shapeParameters(request.shape, can, allowed);
  return {
    model: request.model ?? profile.name,
    ...messagesOf(request, can, allowed),
    ...temperatureOf(shaped.temperature ?? request.temperature, allowed),
    ...limitOf(shaped.max_tokens ?? request.max_output_tokens, profile, allowed),
    ...toolsOf(request, can, allowed),
    ...stopsOf(request, can, allowed),
    ...shaped.parameters,
    stream: true,
    ...usageAsked(can, allowed),
  };
}
