import type { Response } from 'express';

/** Fires when whoever waits for the answer has left, or has it. */
export function disconnectSignal(response: Response): AbortSignal {
  const aborter = new AbortController();
  response.once('close', () => aborter.abort());
  return aborter.signal;
}
