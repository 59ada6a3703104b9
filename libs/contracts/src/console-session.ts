/** A secret that begins so is a session of the console, and no API key. */
const PREFIX = 'console_';

/** The two halves of a console session's secret: a cookie that no script reads, and a proof that only pages of the console's own origin can read. */
export interface ConsoleSessionParts {
  readonly cookie: string;
  readonly proof: string;
}

/** The secret of a console session. Neither half alone identifies anybody. */
export const consoleSessionSecret = ({ cookie, proof }: ConsoleSessionParts): string => `${PREFIX}${cookie}.${proof}`;

/** Is this the secret of a console session? */
export const isConsoleSessionSecret = (secret: string): boolean => secret.startsWith(PREFIX);
