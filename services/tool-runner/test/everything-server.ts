import { EVERYTHING_OVER_STDIO } from '@crumbtrail/testing';
import type { HttpServer, StdioServer } from '../src/mcp/servers-file';

/** The reference server as a child process. */
export function overStdio(more: Partial<StdioServer> = {}): StdioServer {
  const { command, args } = EVERYTHING_OVER_STDIO;
  return { kind: 'stdio', name: 'everything', timeoutMs: undefined, command, args, env: {}, cwd: undefined, ...more };
}

/** A server at a URL. */
export function overHttp(url: string): HttpServer {
  return { kind: 'http', name: 'web', timeoutMs: undefined, url, headers: {} };
}
