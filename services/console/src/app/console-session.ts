import { Crumbtrail, isApiError } from '@crumbtrail/client';
import { GET_SIGN_IN_LINK, REDEEM_PATH, SIGN_IN_PATH, type SignInHelp } from '@crumbtrail/contracts/http/console-page';
import type { OpenedConsoleSession } from '@crumbtrail/contracts/http/sign-in';
import { createClient } from '../api/client';

const PLACE = 'crumbtrail.session';

/**
 * The half of this browser's session that pages of this origin can read. The other half is a cookie that no script can read, and neither is of use
 * alone. The local storage belongs to this origin with its port, which a cookie does not.
 */
export const consoleSession = {
  read: (): string | null => localStorage.getItem(PLACE),
  clear: (): void => localStorage.removeItem(PLACE),
};

/** Signs this browser in with the holder of a key; resolves to the proof of the session. */
export async function keepSignedIn(client: Crumbtrail): Promise<string> {
  const { proof } = await client.request('POST /v1/console/sessions', {});
  localStorage.setItem(PLACE, proof);
  return proof;
}

/** Signs this browser out, on the gateway too; resolves to a remark for the user if the gateway could not be told. */
export async function endSession(proof: string): Promise<string> {
  consoleSession.clear();
  try {
    await createClient({ proof }).request('DELETE /v1/console/sessions', {});
    return '';
  } catch (error) {
    // It has ended already.
    if (isApiError(error, 401)) return '';
    return 'Signed out here, but the gateway could not be told. It ends this sign-in by itself within 30 days; revoking its API key ends it now.';
  }
}

/** Calls the listener when another tab signs this browser out; returns a function that ends this. */
export function onSessionEnd(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === PLACE && newValue === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** What the gateway tells somebody who is not signed in; nothing if it does not answer. */
export async function readSignInHelp(): Promise<SignInHelp> {
  const response = await fetch(SIGN_IN_PATH).catch(() => undefined);
  return response?.ok ? ((await response.json()) as SignInHelp) : {};
}

interface LoginLink {
  readonly code: string;
  /** The view to show, like `/trails/<id>`. */
  readonly view: string;
}

/** Reads `#login=<code>&to=<view>`. */
function parseLoginLink(hash: string): LoginLink | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const code = query.get('login');
  return code === null ? null : { code, view: query.get('to') ?? '/' };
}

/** Is this the address of a sign-in link? */
export const isLoginLink = (hash: string): boolean => parseLoginLink(hash) !== null;

/**
 * If the page was opened by a sign-in link, swaps its code for a session. The code leaves the address at once, so that no history keeps it.
 * Resolves to the reason if the gateway refuses.
 */
export async function redeemLoginLink(): Promise<string> {
  const link = parseLoginLink(location.hash);
  if (link === null) return '';
  history.replaceState(null, '', `#${link.view}`);
  try {
    const response = await fetch(REDEEM_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: link.code }),
    });
    const reply = (await response.json()) as OpenedConsoleSession & { readonly detail?: string };
    if (!response.ok) return reply.detail ?? `The gateway refused the sign-in link (status ${response.status}).`;
    localStorage.setItem(PLACE, reply.proof);
    return '';
  } catch (error) {
    return `The sign-in link could not be used: ${error instanceof Error ? error.message : String(error)}. ${GET_SIGN_IN_LINK}`;
  }
}
