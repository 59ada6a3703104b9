import type { AuthenticationInfo, TaskPushNotificationConfig } from '@a2a-js/sdk' with { 'resolution-mode': 'import' };
import { refuse } from '@crumbtrail/contracts';

/** Where a client wants to be told of changes, and what the gateway shows there. */
export interface PushTarget {
  /** Chosen by the client. Absent: the gateway chooses. */
  readonly config: string | undefined;
  readonly url: string;
  /** Sent in the header `X-A2A-Notification-Token`. */
  readonly token: string | undefined;
  /** Of the header `Authorization`, such as `Bearer`. */
  readonly scheme: string | undefined;
  readonly credentials: string | undefined;
}

const MAX_URL = 512;
const ID = /^[A-Za-z0-9._~:@-]{1,128}$/;
const SCHEME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Whatever a header may hold, without the ends of lines that would begin another one. */
const SECRET = /^[\x21-\x7e](?:[\x20-\x7e]{0,4094}[\x21-\x7e])?$/;

const invalid = (what: string): Error => refuse('invalid_payload', `taskPushNotificationConfig.${what}`);

function readUrl(text: string): string {
  if (!URL.canParse(text) || text.length > MAX_URL)
    throw invalid(`url is an address of at most ${MAX_URL} characters.`);
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') throw invalid('url begins with https://.');
  if (username !== '' || password !== '') throw invalid('url has a password: send it as authentication.credentials.');
  return text;
}

/** The text of a field, if it has one; refuses another form. */
function readField(text: string, form: RegExp, rule: string): string | undefined {
  if (text !== '' && !form.test(text)) throw invalid(rule);
  return text || undefined;
}

function readAuthentication(given: AuthenticationInfo | undefined): Pick<PushTarget, 'scheme' | 'credentials'> {
  const scheme = readField(given?.scheme ?? '', SCHEME, 'authentication.scheme is a scheme such as Bearer.');
  const rule = 'authentication.credentials is 1 to 4096 visible ASCII characters.';
  const credentials = readField(given?.credentials ?? '', SECRET, rule);
  if (credentials !== undefined && scheme === undefined)
    throw invalid('authentication.scheme is missing, such as Bearer.');
  return { scheme, credentials };
}

/** Reads a configuration; refuses one that could not be used. */
export function readPushConfig({ id, url, token, authentication }: TaskPushNotificationConfig): PushTarget {
  return {
    config: readField(id, ID, 'id is 1 to 128 letters, digits and . _ ~ : @ -.'),
    token: readField(token, SECRET, 'token is 1 to 4096 visible ASCII characters.'),
    ...readAuthentication(authentication),
    url: readUrl(url),
  };
}
