import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';

/** Codes of errors that say that a provider did not answer, or refused: a wrong or missing key, a limit, a server that is away. */
const PROVIDER_ERRORS: ReadonlySet<string> = new Set([
  'model_error',
  'rate_limited',
  'unreachable',
  'bad_stream',
  'disconnected',
  'timeout',
]);

/** How the latest calls of an agent's model ended. */
export interface ModelState {
  readonly agent: string;
  /** As the latest answer names it; absent if none does. */
  readonly model?: string;
  /** Number of turns since the last one that the model answered, each of which its provider let fail. 0: it answers. */
  readonly failures: number;
  /** What the provider said last, while it fails. */
  readonly message?: string;
  /** The latest turn that the model answered or failed. */
  readonly at: string;
  readonly trail_id: string;
}

type Answer = Envelope<AgentResponseV1>;

const isProviderError = ({ context: { action, error } }: Answer): boolean =>
  action === 'error' && error !== undefined && PROVIDER_ERRORS.has(error.code);

/** Whether the turn says something of the provider: it answered, or failed. Other errors and stopped turns say nothing. */
const saysSomething = (answer: Answer): boolean =>
  isProviderError(answer) || answer.context.action === 'speak' || answer.context.action === 'wait';

function stateOf(agent: string, answers: readonly Answer[]): ModelState | undefined {
  const calls = answers.filter((answer) => answer.author.id === agent && saysSomething(answer));
  const [latest] = calls;
  if (!latest) return undefined;
  const answered = calls.findIndex((answer) => !isProviderError(answer));
  const failures = answered === -1 ? calls.length : answered;
  const model = calls.find(({ context }) => context.model !== undefined)?.context.model;
  const message = failures > 0 ? latest.context.error?.message : undefined;
  return {
    agent,
    ...(model !== undefined && { model }),
    failures,
    ...(message !== undefined && { message }),
    at: latest.occurred_at,
    trail_id: latest.trail_id,
  };
}

/** The state of each agent's model as its latest answers, newest first, say; those that fail come first. Imported answers say nothing. */
export function modelStates(responses: readonly Envelope[]): readonly ModelState[] {
  const answers = (responses as readonly Answer[]).filter(({ context }) => context.turn !== undefined);
  const agents = [...new Set(answers.map(({ author }) => author.id))].sort();
  return agents
    .flatMap((agent) => stateOf(agent, answers) ?? [])
    .sort((a, b) => Number(b.failures > 0) - Number(a.failures > 0));
}
