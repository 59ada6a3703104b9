import type OpenAI from 'openai';
import type { ModelRequest, OfferedTool, PromptMessage, Capabilities, ModelProfile } from '@crumbtrail/prompting';
import type { Allowed } from './refused-parameters';
import { shapeParameters } from './shape';

/** The protocol's maximum number of stop strings. */
const MOST_STOPS = 4;

type RequestBody = OpenAI.ChatCompletionCreateParamsStreaming;

function toWireMessage(message: PromptMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_call_id: message.call_id };
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

/** The prompt; to continue a reply, its beginning is the last message, marked in the way that the provider requires. */
function messagesOf(request: ModelRequest, can: Capabilities, allowed: Allowed): Pick<RequestBody, 'messages'> {
  const messages = request.messages.map(toWireMessage);
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

function toolsOf({ tools = [] }: ModelRequest, can: Capabilities): object {
  return can.tools === false || tools.length === 0 ? {} : { tools: tools.map(toWireTool) };
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
    ...toolsOf(request, can),
    ...stopsOf(request, can, allowed),
    ...shaped.parameters,
    stream: true,
    ...usageAsked(can, allowed),
  };
}
