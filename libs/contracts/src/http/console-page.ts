/** How a page of the console proves that a request is its own: the second half of its session's secret. */
export const CONSOLE_PROOF_HEADER = 'crumbtrail-console';

/** What a page needs before anybody is signed in. It needs no key, and stands outside of `/v1`. */
export const SIGN_IN_PATH = '/console/sign-in';

/** Where a page swaps a code for a session. It needs no key, and stands outside of `/v1`. */
export const REDEEM_PATH = '/console/sessions';

/** Says which command prints a sign-in link, with the npm package and in a clone. */
export const GET_SIGN_IN_LINK = 'Run `npx crumbtrail open`, or in a clone `npx crumb open`, for a new one.';

/** What a page shows to somebody who is not signed in. */
export interface SignInHelp {
  /** Where the key is, if the page is open on the machine of the gateway. */
  readonly key_file?: string;
}
