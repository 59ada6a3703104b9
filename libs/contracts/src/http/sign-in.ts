import { z } from 'zod';
import { CONSOLE_PROOF_HEADER } from './console-page';
import { defineRoute } from './define-route';
import { time } from './fields';

const TAG = 'the console';

const session = z
  .object({
    proof: z.string().describe(`Send it with each request, in the header \`${CONSOLE_PROOF_HEADER}\`.`),
    expires_at: time,
  })
  .meta({ id: 'ConsoleSession' });

/** The reply to a page that has signed in; the other half of the secret is in its cookie. */
export type OpenedConsoleSession = z.output<typeof session>;

export const IssueSignInCode = defineRoute({
  name: 'createSignInCode',
  method: 'POST',
  path: '/v1/console/codes',
  tag: TAG,
  summary: 'Create the code of a sign-in link: valid once, for 60 seconds, and only on the machine of the gateway',
  role: 'reader',
  errors: ['forbidden'],
  replies: {
    201: z.object({ code: z.string(), path: z.string().describe('Of the link.'), expires_at: time }).meta({
      id: 'SignInCode',
    }),
  },
});

export const OpenConsoleSession = defineRoute({
  name: 'openConsoleSession',
  method: 'POST',
  path: '/v1/console/sessions',
  tag: TAG,
  summary: 'Keep a browser signed in: sets a cookie that only the console can use',
  role: 'reader',
  errors: ['forbidden'],
  replies: { 201: session },
});

export const CloseConsoleSession = defineRoute({
  name: 'closeConsoleSession',
  method: 'DELETE',
  path: '/v1/console/sessions',
  tag: TAG,
  summary: 'Sign out: ends the console session that sends this request',
  role: 'reader',
  replies: { 200: z.object({ ended: z.boolean() }).meta({ id: 'EndedConsoleSession' }) },
});
