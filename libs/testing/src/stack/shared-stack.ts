import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { AgentDef, Session, type Envelope } from '@crumbtrail/contracts';
import { ROOT } from '../database-copy';
import { listenForModelCalls, modelUrlOf, scriptedModelOn, type ScriptedModel } from '../model/scripted-model';
import { Api } from './api';

/** A running stack of the default settings, and the server of its model. */
interface RunningStack {
  readonly url: string;
  /** Of the operator of the workspace `default`. */
  readonly key: string;
  readonly models: Server;
}

declare global {
  /** Values that spec files of one worker process share, by name; tools/setup/jest/environment.js provides it. */
  var keptByWorker: Map<string, unknown> | undefined;
}

const PROCESS = join(ROOT, 'libs/testing/dist/stack/shared-stack-process.js');

type Report = Pick<RunningStack, 'url' | 'key'> | { readonly failure: string };

/** The first message of the process: where the stack is, or why it did not start. */
function readReport(child: ChildProcess): Promise<Report> {
  return new Promise((resolve) => {
    child.once('message', (report) => resolve(report as Report));
    child.once('error', ({ message }) => resolve({ failure: message }));
    child.once('exit', (code, signal) => resolve({ failure: `its process ended with ${signal ?? code}` }));
  });
}

async function startProcess(): Promise<RunningStack> {
  const models = await listenForModelCalls();
  const child = fork(PROCESS, [modelUrlOf(models)], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // Jest must not wait for the process: it stops its stack when the worker has gone.
  models.unref();
  models.on('connection', (socket: Socket) => socket.unref());
  child.unref();
  child.channel?.unref();
  const report = await readReport(child);
  if (!('failure' in report)) return { ...report, models };
  models.close();
  throw new Error(`The shared stack did not start: ${report.failure}`);
}

/** The stack of this worker process of Jest: the first spec file that asks starts it. */
async function stackOfWorker(): Promise<RunningStack> {
  const kept = (globalThis.keptByWorker ??= new Map());
  const running = (kept.get('stack') ?? startProcess()) as Promise<RunningStack>;
  kept.set('stack', running);
  running.catch(() => kept.delete('stack'));
  return running;
}

/**
 * A stack of the default settings that other spec files use too, one after another. A spec file has a workspace of its own in it, which begins as `default` does: with the
 * agent `assistant` and the session `demo`. It cannot kill processes or read the stack's files; what needs that takes a {@link TestStack}.
 */
export class SharedStack {
  readonly api: Api;
  readonly model: ScriptedModel;
  /** Of the operator of {@link workspace}. */
  readonly key: string;

  private constructor(
    private readonly running: RunningStack,
    readonly workspace: string,
    secret: string,
  ) {
    this.key = secret;
    this.api = new Api(running.url, () => secret);
    this.model = scriptedModelOn(running.models);
  }

  static async enter(): Promise<SharedStack> {
    const running = await stackOfWorker();
    const home = new Api(running.url, () => running.key);
    const workspace = `file-${randomUUID().slice(0, 13)}`;
    const { secret } = await home.post<{ secret: string }>('/v1/workspaces', { name: workspace });
    const shared = new SharedStack(running, workspace, secret);
    for (const schema of [AgentDef.name, Session.name]) await copyCrumbs(schema, home, shared.api);
    return shared;
  }

  /** The key of the operator of `default`, who may create workspaces. */
  get installationKey(): string {
    return this.running.key;
  }

  /** Ends the model of this spec file; the stack keeps running. */
  leave(): Promise<void> {
    return this.model.close();
  }
}

async function copyCrumbs(schema: string, from: Api, to: Api): Promise<void> {
  const { breadcrumbs } = await from.get<{ breadcrumbs: readonly Envelope[] }>(`/v1/breadcrumbs?schema=${schema}`);
  for (const { audience, context } of breadcrumbs)
    await to.post('/v1/breadcrumbs', { schema_name: schema, audience, context });
}
