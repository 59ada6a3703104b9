/** A call that a process has sent and that nobody has carried out yet. */
interface PendingCall {
  readonly from: number;
  readonly to: 'database' | 'nats';
  act(): unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** What becomes of a call: carried out and answered, lost on the way there, or carried out without an answer. */
export type Fate = 'answered' | 'lost' | 'unanswered';

/** A connection broke: whether the call was carried out is unknown to its sender. */
export class ConnectionBroken extends Error {}

/** The calls in flight between processes, the database and NATS. The simulation decides in which order they arrive, and which of them. */
export class SimulatedNetwork {
  private pending: PendingCall[] = [];
  /** Processes whose connection to NATS broke, and that have not noticed it yet. */
  private readonly disconnected = new Set<number>();

  call<T>(from: number, to: PendingCall['to'], act: () => T): Promise<T> {
    if (to === 'nats' && this.disconnected.delete(from)) return Promise.reject(new ConnectionBroken());
    return new Promise<T>((resolve, reject) => {
      this.pending.push({ from, to, act, resolve: resolve as PendingCall['resolve'], reject });
    });
  }

  get size(): number {
    return this.pending.length;
  }

  deliver(index: number, fate: Fate): void {
    const [call] = this.pending.splice(index, 1) as [PendingCall];
    if (fate === 'lost') return call.reject(new ConnectionBroken());
    try {
      const value = call.act();
      if (fate === 'answered') call.resolve(value);
      else call.reject(new ConnectionBroken());
    } catch (error) {
      call.reject(error as Error);
    }
  }

  /** A server ends: every call to it breaks. */
  breakCalls(server: PendingCall['to']): void {
    const broken = this.pending.filter(({ to }) => to === server);
    this.pending = this.pending.filter(({ to }) => to !== server);
    for (const { reject } of broken) reject(new ConnectionBroken());
  }

  /** The NATS server restarts. Each of these processes notices it at its next call. */
  restartNats(processes: readonly number[]): void {
    this.breakCalls('nats');
    for (const process of processes) this.disconnected.add(process);
  }

  /** A process ended: its calls are never answered. */
  forget(from: number): void {
    this.pending = this.pending.filter((call) => call.from !== from);
  }
}
