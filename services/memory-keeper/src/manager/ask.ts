import type {
  FunctionCallError,
  FunctionCallReply,
  FunctionCallRequest,
  MemoryShortV1,
  ModelCallRecord,
} from '@crumbtrail/contracts';
import type { MemoryModel } from '../ports';
import type { KeeperSettings } from '../settings';

/** What the model calls behind a version of a memory took. */
export type MemoryUsage = NonNullable<MemoryShortV1['usage']>;

/** Why a call was of no use. `empty`: its arguments say nothing. */
export type AskFailure = FunctionCallError | 'empty';

/** An answer of the model, if it gave one, and what it took to ask. */
export interface ManagerAnswer<Value> {
  /** Absent: the work is done without a model. */
  readonly value?: Value;
  readonly model_calls: readonly ModelCallRecord[];
  readonly model?: string | undefined;
  readonly failures: readonly AskFailure[];
}

/** A function that a model is made to call, and what its arguments mean. */
export interface ManagerFunction<Value> {
  readonly instruction: string;
  readonly content: string;
  readonly function: FunctionCallRequest['function'];
  /** Null: they say nothing. */
  readonly read: (given: Readonly<Record<string, unknown>>) => Value | null;
}

/** The model that manages memories, and the agent whose memory it works on. */
export interface ManagerClient {
  readonly model: MemoryModel;
  readonly workspace: string;
  readonly settings: KeeperSettings;
}

/** Calls for one question: a model that answers with prose, with nothing or not at all is asked once more. */
const MOST_ATTEMPTS = 2;

/** The result where no model may be asked. */
const NOT_ASKED: ManagerAnswer<never> = { model_calls: [], failures: [] };

/** What the arguments of a call mean; null without a call. */
const readReply = <Value>(reply: FunctionCallReply, read: ManagerFunction<Value>['read']): Value | null =>
  reply.arguments === undefined ? null : read(reply.arguments);

/** Makes the model call a function. Without a model, and after a second failure, there is no value. */
export async function askManager<Value>(
  { model, workspace, settings }: ManagerClient,
  wanted: ManagerFunction<Value>,
): Promise<ManagerAnswer<Value>> {
  if (settings.extractOnly) return NOT_ASKED;
  const { read, ...request } = wanted;
  const failures: AskFailure[] = [];
  const model_calls: ModelCallRecord[] = [];
  let name: string | undefined;
  const whose = { agent: settings.agent, ...(settings.model === undefined ? {} : { model: settings.model }) };
  while (failures.length < MOST_ATTEMPTS) {
    const reply = await model.call(workspace, { ...whose, ...request });
    model_calls.push(...reply.model_calls);
    name = reply.model ?? name;
    const value = readReply(reply, read);
    if (value !== null) return { value, model_calls, model: name, failures };
    failures.push(reply.error?.code ?? 'empty');
    if (reply.error?.code === 'no_model') break;
  }
  return { model_calls, model: name, failures };
}

/** The tokens and dollars of several questions; undefined where no model was asked. */
export function sumUsage(
  all: readonly Pick<ManagerAnswer<unknown>, 'model_calls' | 'model'>[],
): MemoryUsage | undefined {
  const calls = all.flatMap(({ model_calls }) => model_calls);
  if (calls.length === 0) return undefined;
  const model = all.findLast((one) => one.model !== undefined)?.model;
  const sum = (of: (one: ModelCallRecord) => number | undefined): number =>
    calls.reduce((total, one) => total + (of(one) ?? 0), 0);
  const cost = sum(({ usage }) => usage?.cost_usd);
  return {
    ...(model === undefined ? {} : { model: model.slice(0, 200) }),
    prompt_tokens: sum(({ usage }) => usage?.prompt_tokens ?? usage?.counted_prompt_tokens),
    completion_tokens: sum(({ usage }) => usage?.completion_tokens),
    ...(cost > 0 ? { cost: Math.round(cost * 1e8) / 1e8 } : {}),
  };
}
