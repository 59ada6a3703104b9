/** How one service is run: its number of copies, and its own environment variables. */
export interface ServiceChoice {
  readonly replicas?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export type ServiceName =
  'breadcrumb-store' | 'conductor' | 'context-builder' | 'agent-executor' | 'tool-runner' | 'memory-keeper' | 'gateway';

export interface StackOptions {
  /** Folder for data, secrets and logs. Default: that of the checkout. */
  readonly home?: string;
  readonly host?: string;
  /** The port of the gateway; by default a free one. */
  readonly port?: number;
  /** Environment of every service. */
  readonly env?: Readonly<Record<string, string>>;
  /** `false` leaves a service out. */
  readonly services?: Readonly<Partial<Record<ServiceName, ServiceChoice | false>>>;
  /** Run the services in one process, called "services", except agents that declare `ownProcess`. Default: false. */
  readonly sharesProcess?: boolean;
  /** Services that have processes of their own where the others share one. */
  readonly apart?: readonly ServiceName[];
  /** NATS users beside the services: agents that are services of their own. */
  readonly agents?: readonly string[];
  /** Options of every service's Node. Default: none. */
  readonly nodeOptions?: readonly string[];
  /** Where NATS_URL, DATABASE_URL, MODEL_* and the like are read from. Default: process.env. */
  readonly outside?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** A running stack. Processes are called "nats-server", "conductor", and "conductor-2" for a second copy. */
export interface Stack {
  readonly url: string;
  readonly port: number;
  readonly home: string;
  readonly natsUrl: string;
  readonly apiKey: string | undefined;
  pids(): Record<string, number>;
  /** Sends SIGKILL (or `signal`); resolves when the process is gone. It is started again at once. */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  /** Stops a process in order and keeps it down until start. */
  halt(name: string): Promise<void>;
  /**
   * Starts a halted process; resolves when it is ready. Each of `lives` is extra environment for one process: the first
   * for this one, the next for its replacement.
   */
  start(name: string, ...lives: readonly Readonly<Record<string, string>>[]): Promise<void>;
  /** Resolves when every service is ready and the gateway answers. */
  whenReady(): Promise<void>;
  /** Rejects with one sentence when a process cannot be kept alive. */
  whenGivenUp(): Promise<never>;
  /** Stops services, then the store, then nats-server; by force after `graceMs` each. */
  stop(graceMs?: number): Promise<void>;
  /** Ends every process now, by force. */
  destroy(): Promise<void>;
}

/** Starts a whole stack and resolves when it is ready. The sources must be built. */
export function startStack(options?: StackOptions): Promise<Stack>;

/** A port that nothing listens on, on any address of this machine, outside the range of outgoing connections. */
export function freePort(): Promise<number>;

/** Compiles libs and services when a source is newer than its output; throws with the compiler's output. */
export function buildServices(): void;

/** Whether the services share a process: `SERVICES_PER_PROCESS` is `all` (default) or `1`; throws for anything else. Where traces are exported the default is `1`. */
export function sharesProcess(env: NodeJS.ProcessEnv): boolean;
