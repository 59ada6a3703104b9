import { z } from 'zod';
import type { ConsoleSessionParts } from '../console-session';
import { BREADCRUMB_STORE, GATEWAY } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import { text } from './request-fields';

/** A code of a sign-in link, which opens one console session. */
export interface SignInCode {
  readonly code: string;
  readonly expires_at: string;
}

/** A console session: both halves of its secret, which are shown once. */
export interface NewConsoleSession extends ConsoleSessionParts {
  readonly expires_at: string;
}

/** Creates a code with which the console signs in once as the holder of the key. */
export const CreateSignInCode = defineOperation({
  name: 'store.create-sign-in-code',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({}),
  reply: replyOf<SignInCode>(),
});

/** Opens a console session with a code, which is used up by it. Refuses with `unauthenticated`. */
export const RedeemSignInCode = defineOperation({
  name: 'store.redeem-sign-in-code',
  service: BREADCRUMB_STORE,
  callers: [GATEWAY],
  role: null,
  request: z.object({ code: text }),
  reply: replyOf<NewConsoleSession>(),
});

/** Opens a console session for the holder of the key. */
export const CreateConsoleSession = defineOperation({
  name: 'store.create-console-session',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({}),
  reply: replyOf<NewConsoleSession>(),
});

/** Ends a console session at once; one that does not exist is no error. */
export const EndConsoleSession = defineOperation({
  name: 'store.end-console-session',
  service: BREADCRUMB_STORE,
  callers: [GATEWAY],
  role: null,
  request: z.object({ secret: text }),
  reply: replyOf<{ readonly ended: boolean }>(),
});
