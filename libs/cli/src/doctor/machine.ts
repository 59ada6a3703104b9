import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startCommand } from '../config';
import { type Finding, problem, note, ok } from './finding';

/** The facts about this machine that are checked. */
export interface Machine {
  readonly nodeVersion: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder of downloads unless `env` names another one. */
  readonly cache: string;
}

const OLDEST_NODE = [20, 19] as const;

/** Checks the version of Node. */
export function checkNode({ nodeVersion }: Pick<Machine, 'nodeVersion'>): Finding {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number);
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return isNew ? ok('node', nodeVersion) : problem('node', `${nodeVersion} is too old`, 'Install Node 20.19 or later.');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === undefined;
  }
}

/** The process id of the nats-server that the stack of this folder runs; undefined where none runs. */
function findRunningNats(home: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(home, 'nats.pid'), 'utf8'));
    // The file may be older than the process that has this id now.
    const command = existsSync('/proc/self/comm')
      ? readFileSync(`/proc/${pid}/comm`, 'utf8')
      : execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return command.trim().endsWith('nats-server') ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Checks which nats-server the stack of this folder runs, or where `npm start` would find one. */
export function checkNatsServer({ env, cache, home }: Pick<Machine, 'env' | 'cache' | 'home'>): Finding {
  const { NATS_URL, NATS_SERVER_BIN, PATH = '', CRUMBTRAIL_CACHE } = env;
  if (NATS_URL) return ok('nats-server', `not needed: using NATS_URL ${NATS_URL}`);
  if (NATS_SERVER_BIN) {
    if (isExecutable(NATS_SERVER_BIN)) return ok('nats-server', NATS_SERVER_BIN);
    return problem(
      'nats-server',
      `NATS_SERVER_BIN is ${NATS_SERVER_BIN}, which is not executable`,
      'Unset it, or set it to a nats-server binary.',
    );
  }
  const running = findRunningNats(home);
  if (running !== undefined) return ok('nats-server', `the stack in ${home} runs its own (process ${running})`);
  const folders = [...PATH.split(delimiter).filter(Boolean), '/usr/sbin'];
  const cached = join(CRUMBTRAIL_CACHE || cache, 'nats-server/usr/sbin/nats-server');
  const found = [...folders.map((folder) => join(folder, 'nats-server')), cached].find(isExecutable);
  return found
    ? ok('nats-server', found)
    : note('nats-server', 'not installed yet', `\`${startCommand}\` downloads one.`);
}

/** Checks that the data folder exists and is writable. */
export function checkHome({ home }: Pick<Machine, 'home'>): Finding {
  if (!existsSync(home)) return note('data', `${home} does not exist yet`, `\`${startCommand}\` creates it.`);
  try {
    accessSync(home, constants.R_OK | constants.W_OK);
    return ok('data', home);
  } catch (error) {
    const remedy = 'Make it writable for this user, or set CRUMBTRAIL_HOME to a writable folder.';
    return problem('data', `${home} is not writable (${(error as NodeJS.ErrnoException).code})`, remedy);
  }
}
