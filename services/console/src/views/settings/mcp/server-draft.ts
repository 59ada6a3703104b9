import type { ServerDraft, ShownServer } from './use-mcp-servers';

/** The fields of the form as text. */
export interface ServerFields {
  readonly name: string;
  readonly kind: ShownServer['kind'];
  readonly url: string;
  /** A header on each line: `Name: value`. */
  readonly headers: string;
  /** The program and its arguments, one on each line. */
  readonly command: string;
  readonly timeout: string;
  readonly disabled: boolean;
}

/** The form of a new server. */
export const NO_SERVER: ServerFields = {
  name: '',
  kind: 'http',
  url: '',
  headers: '',
  command: '',
  timeout: '',
  disabled: false,
};

/** The form of a saved server. */
export function toServerFields(server: ShownServer): ServerFields {
  const { name, kind, url = '', headers = {}, command, args = [], timeout_ms, state } = server;
  return {
    name,
    kind,
    url,
    headers: Object.entries(headers)
      .map(([header, value]) => `${header}: ${value}`)
      .join('\n'),
    command: command === undefined ? '' : [command, ...args].join('\n'),
    timeout: timeout_ms === undefined ? '' : String(timeout_ms / 1_000),
    disabled: state === 'disabled',
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** A line without a colon is a header without a value, which the gateway refuses by its name. */
function headerOf(line: string): readonly [string, string] {
  const [name = '', ...value] = line.split(':');
  return [name.trim(), value.join(':').trim()];
}

/** What the form asks for. */
export function toServerDraft({ name, kind, url, headers, command, timeout, disabled }: ServerFields): ServerDraft {
  const named = linesOf(headers).map(headerOf);
  const [program = '', ...args] = linesOf(command);
  const address =
    kind === 'http'
      ? { url: url.trim(), ...(named.length > 0 && { headers: Object.fromEntries(named) }) }
      : { command: program.trim(), ...(args.length > 0 && { args }) };
  const timeout_ms = Math.round(Number(timeout) * 1_000);
  return [name.trim(), { ...address, ...(timeout.trim() !== '' && { timeout_ms }), ...(disabled && { disabled }) }];
}
