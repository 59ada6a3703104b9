import {
  toolResponseId,
  type AgentDefV1,
  type AgentStepV1,
  type ToolDefV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import { callRequestId } from '../src/turn/results';
import type { GrantedTool, LateMessage, Turn } from '../src/turn/turn';

export const TURN = '0197a6d0-0000-7000-8000-000000000003';
export const CONTEXT = '0197a6d0-0000-7000-8000-000000000004';
const WORKSPACE = 'w';

/** A minimal definition of `assistant`. */
export const aDefinition = (over: Partial<AgentDefV1> = {}): AgentDefV1 => ({
  agent: 'assistant',
  prompt: 'You help.',
  subscriptions: [{ schema: 'user.message.v1' }],
  ...over,
});

/** A granted tool that takes one text. */
export function aTool(name: string, over: Partial<ToolDefV1> = {}): GrantedTool {
  const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  return {
    id: toolResponseId(WORKSPACE, name),
    version: 1,
    def: { name, description: `does ${name}`, input, ...over },
  };
}

/** A step of the turn. */
export const aStep = (step: number, over: Partial<AgentStepV1> = {}): AgentStepV1 => ({
  turn: { id: TURN },
  agent: 'assistant',
  step,
  mode: 'native',
  kind: 'model',
  calls: [],
  ...over,
});

type TurnWish = Partial<Omit<Turn, 'definition' | 'tools' | 'late'>> & {
  readonly definition?: Partial<AgentDefV1>;
  /** Tools that are granted and offered. */
  readonly tools?: readonly (string | GrantedTool)[];
  readonly late?: readonly LateMessage[];
};

/** A turn as read from the log. The named tools are granted. */
export function aTurn({ definition, tools = [], late = [], ...over }: TurnWish = {}): Turn {
  const granted = tools.map((tool) => (typeof tool === 'string' ? aTool(tool) : tool));
  return {
    workspace: WORKSPACE,
    turn_id: TURN,
    context_id: CONTEXT,
    agent: 'assistant',
    definition: aDefinition({
      ...(granted.length > 0 && { tools: granted.map(({ def }) => def.name) }),
      ...definition,
    }),
    definition_ref: { id: '0197a6d0-0000-7000-8000-000000000005', version: 1 },
    formatted: 'Alice: what is it',
    trigger_text: 'what is it',
    session: 'demo',
    audience: 'all',
    reply_to: 'pool',
    tools: granted,
    steps: [],
    responses: new Map(),
    late: new Map(late.map((message) => [message.id, message])),
    may_speak: true,
    ...over,
  };
}

/** The response of a tool to a call of a step. */
export function aResult(
  turn: Turn,
  at: { readonly step: number; readonly ordinal: number },
  over: Partial<ToolResponseV1> = {},
): ToolResponseV1 {
  const step = turn.steps.find((one) => one.step === at.step) ?? aStep(at.step);
  const call = step.calls[at.ordinal] ?? { ordinal: at.ordinal, tool: 'echo' };
  const text = over.text ?? `result ${at.step}.${at.ordinal}`;
  return {
    request: { id: callRequestId(turn, step, call) },
    turn: { id: turn.turn_id },
    agent: turn.agent,
    tool: call.tool,
    status: 'ok',
    text,
    persistence: { class: 'turn', key: 'echo:0' },
    reply_to: turn.reply_to,
    ...over,
  };
}
