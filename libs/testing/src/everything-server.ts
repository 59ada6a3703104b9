import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { freePort } from '@crumbtrail/setup';

const folder = dirname(require.resolve('@modelcontextprotocol/server-everything/package.json'));
const program = join(folder, 'dist', 'index.js');

/** How to start the reference server of the Model Context Protocol over stdin and stdout. */
export const EVERYTHING_OVER_STDIO = { command: process.execPath, args: [program, 'stdio'] } as const;

/** The reference server in its own process, over Streamable HTTP. */
export interface EverythingServer {
  readonly url: string;
  /** Resolves when it listens; always at the same address. */
  start(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

/** Prepares the reference server on a free port; `start` runs it. */
export async function everythingServer(): Promise<EverythingServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    start: async () => {
      child = spawn(process.execPath, [program, 'streamableHttp'], {
        env: { PATH: process.env['PATH'], PORT: `${port}` },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await waitForListening(child);
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function waitForListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (text: Buffer) => text.includes('listening') && resolve());
    child.once('exit', (code) => reject(new Error(`The reference server ended with ${code} before it listened`)));
  });
}
