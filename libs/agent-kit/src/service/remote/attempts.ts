import { setTimeout as sleep } from 'node:timers/promises';
import { AddressRefusal } from '@crumbtrail/platform/public-fetch';
import type { FailureCode, ModelReply } from '@crumbtrail/prompting';
import { RemoteDelay, RemoteRefusal } from './remote-errors';
import type { ShownText } from './shown-text';

/** How often an agent elsewhere is reached for one question before the turn fails. */
const MOST_ATTEMPTS = 5;
const PAUSE_MS = 1_000;
/** The longest pause that an agent elsewhere may ask for. */
const MOST_PAUSE_MS = 30_000;

/** One question to an agent elsewhere. */
export interface RemoteWork {
  /** The name of the agent, as the model of the reply. */
  readonly name: string;
  /** The agent as the subject of a sentence. */
  readonly description: string;
  readonly shown: ShownText;
  readonly signal: AbortSignal;
  /** Called when the signal is aborted. */
  readonly abort?: () => Promise<void>;
}

const explain = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
};

/** The failure that another attempt cannot mend; null where one may. */
function finalCode(error: unknown): FailureCode | null {
  if (error instanceof RemoteRefusal) return error.code;
  const isRefused = error instanceof AddressRefusal || (error as Error).cause instanceof AddressRefusal;
  return isRefused ? 'refused' : null;
}

/** The reply after the last attempt. */
function failedReply({ name, description, shown }: RemoteWork, error: unknown, attempts: number): ModelReply {
  const code = finalCode(error) ?? (error instanceof RemoteDelay ? error.code : 'unreachable');
  const failure = { code, message: `${description} did not answer: ${explain(error)}` };
  return { content: '', shown: shown.text, model: name, attempts, failure };
}

const pauseAfter = (error: unknown, attempts: number): number =>
  Math.min(MOST_PAUSE_MS, Math.max(PAUSE_MS * attempts, error instanceof RemoteDelay ? error.pauseMs : 0));

/** Reaches an agent elsewhere until it has answered, refused, or failed five times. Rejects only with the reason of the signal. */
export async function reachRemote(
  work: RemoteWork,
  attempt: () => Promise<Omit<ModelReply, 'model' | 'attempts'>>,
): Promise<ModelReply> {
  const { name, signal, abort } = work;
  for (let attempts = 1; ; attempts += 1) {
    try {
      signal.throwIfAborted();
      return { ...(await attempt()), model: name, attempts };
    } catch (error) {
      if (signal.aborted) {
        await abort?.();
        throw signal.reason;
      }
      if (finalCode(error) !== null || attempts >= MOST_ATTEMPTS) return failedReply(work, error, attempts);
      await sleep(pauseAfter(error, attempts), undefined, { signal }).catch(() => undefined);
    }
  }
}
