import type { Response } from 'express';

/** Fires when the client has disconnected or has the whole response. */
export function disconnectSignal(response: Response): AbortSignal {
  const aborter = new AbortController();
  response.once('close', () => aborter.abort());
  return aborter.signal;
}
