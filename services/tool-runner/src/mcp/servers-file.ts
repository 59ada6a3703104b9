import { z } from 'zod';

/** A server that runs as a child process and uses stdin and stdout. */
export interface StdioServer extends ServerTerms {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** A server at a URL that uses Streamable HTTP. */
export interface HttpServer extends ServerTerms {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends its requests. Default: `fetch`. */
  readonly fetch?: typeof fetch;
  /** The secrets that its requests carry, by name. */
  readonly secrets?: readonly string[];
}

interface ServerTerms {
  readonly name: string;
  /** Time limit of one tool call. */
  readonly timeoutMs: number | undefined;
}

/** An MCP server as configured by an operator. */
export type McpServer = StdioServer | HttpServer;

/** Thrown when the file of servers is invalid; each sentence states the place and the remedy. */
export class BadServersFile extends Error {
  override readonly name = 'BadServersFile';

  constructor(problems: readonly string[]) {
    super(`MCP_SERVERS: ${problems.join('; ')}`);
  }
}

/** Returns the value of an environment variable. */
type VariableLookup = (name: string) => string | undefined;

const texts = z.record(z.string(), z.string());
const timeout_ms = z.int().min(1).max(600_000).optional();
const entry = z.union(
  [
    z.object({
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: texts.default({}),
      cwd: z.string().optional(),
      type: z.literal('stdio').optional(),
      disabled: z.boolean().optional(),
      timeout_ms,
    }),
    z.object({
      url: z.string().min(1),
      headers: texts.default({}),
      type: z.enum(['http', 'streamable-http', 'streamableHttp']).optional(),
      disabled: z.boolean().optional(),
      timeout_ms,
    }),
  ],
  {
    error:
      'it takes {command, args, env, cwd} or {url, headers} (Streamable HTTP; the older SSE transport is not supported), and optionally timeout_ms and disabled',
  },
);
const file = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

const NAME = /^[A-Za-z][A-Za-z0-9.-]*(?:_[A-Za-z0-9.-]+)*$/;
const LONGEST_NAME = 24;
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Substitutes environment variables: `${NAME}`, or `${NAME:-default}`. */
class Substitution {
  readonly missing = new Set<string>();

  constructor(private readonly environment: VariableLookup) {}

  text(given: string): string {
    return given.replace(VARIABLE, (_, name: string, otherwise: string | undefined) => {
      const value = this.environment(name) ?? otherwise;
      if (value === undefined) this.missing.add(name);
      return value ?? '';
    });
  }

  texts(given: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, this.text(value)]));
  }
}

function serverOf(name: string, given: z.infer<typeof entry>, fill: Substitution): McpServer {
  const terms = { name, timeoutMs: given.timeout_ms };
  if ('url' in given) return { ...terms, kind: 'http', url: fill.text(given.url), headers: fill.texts(given.headers) };
  const { command, args, env, cwd } = given;
  return {
    ...terms,
    kind: 'stdio',
    command: fill.text(command),
    args: args.map((one) => fill.text(one)),
    env: fill.texts(env),
    cwd: cwd === undefined ? undefined : fill.text(cwd),
  };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

function problemsOf(server: McpServer, fill: Substitution): string[] {
  const { name } = server;
  const missing = [...fill.missing].map(
    (variable) => `${name} refers to the environment variable ${variable}, which is not set`,
  );
  if (!NAME.test(name) || name.length > LONGEST_NAME)
    missing.push(
      `${name} is not a valid server name: use letters, digits and single . - _ between them, at most ${LONGEST_NAME} characters`,
    );
  if (server.kind === 'http' && fill.missing.size === 0 && !isHttp(server.url))
    missing.push(`${name} has no http or https address in its url`);
  return missing;
}

function readOne(
  name: string,
  given: unknown,
  environment: VariableLookup,
): { server?: McpServer; problems: string[] } {
  const read = entry.safeParse(given);
  if (!read.success) return { problems: [`${name}: ${read.error.issues[0]?.message ?? 'cannot be read'}`] };
  if (read.data.disabled) return { problems: [] };
  const fill = new Substitution(environment);
  const server = serverOf(name, read.data, fill);
  return { server, problems: problemsOf(server, fill) };
}

function entriesOf(text: string): Record<string, unknown> {
  try {
    return file.parse(JSON.parse(text)).mcpServers;
  } catch {
    throw new BadServersFile(['it is not JSON of the form {"mcpServers": {"name": {…}}}']);
  }
}

/** Servers whose tools would have the same names. */
function alike(servers: readonly McpServer[]): string[] {
  const legal = servers.map(({ name }) => legalName(name));
  return servers.flatMap(({ name }, at) => {
    const first = legal.indexOf(legal[at] as string);
    return first === at ? [] : [`${servers[first]?.name} and ${name} would give their tools the same names`];
  });
}

/** The part of a tool's name that identifies its server. */
export const legalName = (name: string): string => name.replaceAll('.', '_');

/** Parses a file of servers in the form that editors use. Throws BadServersFile with every problem. */
export function serversOf(text: string, environment: VariableLookup): McpServer[] {
  const read = Object.entries(entriesOf(text)).map(([name, given]) => readOne(name, given, environment));
  const servers = read.flatMap(({ server }) => (server ? [server] : []));
  const problems = [...read.flatMap((one) => one.problems), ...alike(servers)];
  if (problems.length > 0) throw new BadServersFile(problems);
  return servers;
}
