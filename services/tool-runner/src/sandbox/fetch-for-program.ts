import type { ToolDefV1 } from '@crumbtrail/contracts';
import type { Response } from 'undici';
import { refusal } from '../web/check-url';
import { decodePage } from '../web/decode-page';
import { mediaType } from '../web/page-reader';
import { readLimitedBody } from '../web/read-limited-body';
import { RuledFetch, type FetchRules } from '../web/ruled-fetch';
import type { SandboxRequest, SandboxResponse } from './program';
import type { FetchForProgram } from './run-in-sandbox';
import { checkUse, type SecretLookup } from './secret-lookup';

/** The run whose requests these are. */
export interface FetchingRun {
  readonly workspace: string;
  readonly secretOf: SecretLookup;
  /** Writes a line into the log of the run. */
  readonly tell: (line: string) => void;
}

const MAX_BYTES = 512 * 1024;
const MAX_BODY = 256 * 1024;
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers that belong to the connection, and not to the program. */
const RESERVED = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|proxy-.*|sec-.*)$/i;
const SECRET = /\{\{secret ([A-Z][A-Z0-9_]{0,63})\}\}/g;

/** The hosts of a definition that the operator allows too. */
function allowedHosts(named: readonly string[], allowed: readonly string[]): readonly string[] {
  const covers = (wide: string, host: string): boolean =>
    wide === '*' || wide === host || (wide.startsWith('*.') && host.replace(/^\*/, '').endsWith(wide.slice(1)));
  return named.filter((host) => allowed.some((wide) => covers(wide, host)));
}

/** The values of the secrets that headers name, each of which this tool may send to this address. */
async function readSecrets(
  { url: address, headers }: SandboxRequest,
  { name: tool, secrets = [] }: Pick<ToolDefV1, 'name' | 'secrets'>,
  { workspace, secretOf, tell }: FetchingRun,
): Promise<ReadonlyMap<string, string>> {
  const named = new Set(Object.values(headers).flatMap((value) => [...value.matchAll(SECRET)].map(([, name]) => name)));
  const values = new Map<string, string>();
  for (const name of named as Set<string>) {
    if (!secrets.includes(name)) throw refusal(`the definition does not name the secret ${name} in \`secrets\``);
    if (!URL.canParse(address)) throw refusal(`the secret ${name} is sent to whole addresses only`);
    const url = new URL(address);
    const secret = await secretOf(workspace, name);
    checkUse(name, secret, { tool, url });
    values.set(name, secret.value);
    tell(`sends the secret ${name} to ${url.host}`);
  }
  return values;
}

async function responseOf({ href }: URL, response: Response): Promise<SandboxResponse> {
  const body = await readLimitedBody(response.body, MAX_BYTES);
  const text = decodePage(body, response.headers.get('content-type') ?? '');
  return { url: href, status: response.status, type: mediaType(response), text };
}

function checkRequest({ method, body = '' }: SandboxRequest): void {
  if (!METHODS.includes(method.toUpperCase()))
    throw refusal(`the method ${method.slice(0, 20)} is not one of ${METHODS.join(', ')}`);
  if (Buffer.byteLength(body) > MAX_BODY) throw refusal(`a body has at most ${MAX_BODY / 1024} KB`);
}

/**
 * The requests of a tool's code, by the rules of `visit_link`: only to hosts that both the definition and the operator name, and only to public addresses. Secrets are
 * filled into headers here and never reach the code; a request with a secret or a body follows no redirect, which could lead elsewhere.
 */
export function fetchForProgram(
  definition: Pick<ToolDefV1, 'name' | 'hosts' | 'secrets'>,
  rules: FetchRules,
  run: FetchingRun,
): FetchForProgram {
  const web = new RuledFetch({ ...rules, hosts: allowedHosts(definition.hosts ?? [], rules.hosts) });
  return async (request, signal) => {
    checkRequest(request);
    const method = request.method.toUpperCase();
    const named = Object.entries(request.headers).filter(([name]) => !RESERVED.test(name));
    const values = await readSecrets({ ...request, headers: Object.fromEntries(named) }, definition, run);
    const filled = (value: string): string =>
      value.replace(SECRET, (_whole, name: string) => values.get(name) as string);
    const headers = Object.fromEntries(named.map(([name, value]) => [name, filled(value)]));
    const isPlain = method === 'GET' && values.size === 0;
    const init = { method, headers: { 'user-agent': `Crumbtrail ${definition.name}`, ...headers }, body: request.body };
    return web.fetch(request.url, { ...init, ...(isPlain ? {} : { redirects: 0 }) }, responseOf, signal);
  };
}
