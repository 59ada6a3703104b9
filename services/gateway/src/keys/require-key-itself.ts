import { isConsoleSessionSecret, refuse } from '@crumbtrail/contracts';
import type { Caller } from '../http/caller';

/** Refuses the sign-in of a console to make what administers the installation after the sign-in has ended. `what` begins the sentence. */
export function requireKeyItself({ key }: Caller, what: string): void {
  if (!isConsoleSessionSecret(key)) return;
  throw refuse(
    'forbidden',
    `${what} would outlive the sign-in of the console: make it with the operator's own API key, as \`crumb\` does.`,
  );
}
