import type { Mechanisms } from './mechanisms';
import { SimulatedNetwork, type Fate } from './network';
import { isReceived, SimulatedDatabase } from './simulated-database';
import { SimulatedStore, type Surroundings } from './simulated-store';
import { SimulatedStream } from './simulated-stream';

/** The durables, and what each of them receives. */
const FILTERS = { conductor: 'all', 'tool-runner': 'even' };
const STORES = 2;
const HEALED_WITHIN = 120;

/** Everything that was called is carried out as far as it can be without another call. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Two stores, a database with a replica, a stream, and what goes wrong between them. Each number decides one thing, so that the same numbers give the same run. */
export class World implements Surroundings {
  readonly network = new SimulatedNetwork();
  database: SimulatedDatabase;
  stream = new SimulatedStream();
  now = 0;
  private replica: SimulatedDatabase;
  private olderStream = this.stream.copy();
  private stores: SimulatedStore[];
  private readonly paused = new Set<number>();
  private processes = STORES;
  private ids = 0;
  private at = 0;
  private readonly acknowledged = new Set<number>();
  /** Events that a promoted replica did not have. */
  private readonly lost = new Set<number>();
  private readonly handled = new Map(Object.keys(FILTERS).map((name) => [name, new Set<number>()]));
  private readonly isSynchronous: boolean;
  private isWritable = true;

  constructor(
    private readonly numbers: readonly number[],
    readonly mechanisms: Mechanisms,
  ) {
    this.database = new SimulatedDatabase(FILTERS, mechanisms);
    this.replica = this.database.copy();
    this.stores = Array.from({ length: STORES }, (_, n) => new SimulatedStore(this, n));
    this.isSynchronous = this.choose(2) === 0;
  }

  /** Runs until the numbers are used up, mends everything, and returns which promises are broken. */
  async run(): Promise<string[]> {
    while (this.at < this.numbers.length) {
      this.step();
      await settle();
    }
    await this.heal();
    return this.findBrokenPromises();
  }

  countPublished(most: number): number {
    return this.choose(4) === 0 ? this.choose(most + 1) : most;
  }

  private choose(count: number): number {
    const number = this.numbers[this.at++] ?? count - 1;
    return number % count;
  }

  private step(): void {
    const steps: [number, () => void][] = [
      [24, () => this.deliver()],
      [6, () => this.relay(() => this.choose(3) === 0)],
      [6, () => this.eachWriter((store) => this.append(store))],
      [4, () => this.startOne()],
      [4, () => this.tick(this.choose(4) * 1_000)],
      [6, () => this.handle(this.choose(4) > 0)],
      [1, () => this.crash(this.choose(STORES))],
      [2, () => this.pause(this.choose(STORES))],
      [2, () => this.damageStream()],
      [1, () => void (this.olderStream = this.stream.copy())],
      [3, () => void (this.replica = this.database.copy())],
      [1, () => this.promote()],
    ];
    let left = this.choose(steps.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, act] of steps) {
      if (left < weight) return act();
      left -= weight;
    }
  }

  private deliver(): void {
    if (this.network.size === 0) return;
    const index = this.choose(this.network.size);
    const fates: Fate[] = ['lost', 'unanswered'];
    this.network.deliver(index, fates[this.choose(24)] ?? 'answered');
  }

  private running(): SimulatedStore[] {
    this.stores = this.stores.map((store) => (store.isDead ? this.replace(store) : store));
    return this.stores.filter(({ process }) => !this.paused.has(process));
  }

  private eachWriter(act: (store: SimulatedStore) => void): void {
    for (const store of this.running()) if (store.fence > 0) act(store);
  }

  private relay(isInspectionDue: () => boolean): void {
    this.eachWriter((store) => {
      if (!store.isBusy) void store.relay(isInspectionDue());
    });
  }

  private append(store: SimulatedStore): void {
    const id = (this.ids += 1);
    const note = (position: number | null): void => void (position !== null && this.acknowledged.add(id));
    void store.append(id).then(note);
  }

  private startOne(): void {
    const idle = this.running().filter(({ fence, isBusy }) => fence === 0 && !isBusy);
    void idle[this.choose(Math.max(1, idle.length))]?.start();
  }

  private tick(ms: number): void {
    this.now += ms;
    for (const store of this.running()) if (store.fence > 0) void store.renew();
  }

  private handle(isAcknowledged: boolean): void {
    for (const [name, handled] of this.handled) {
      const [message] = this.stream.unacknowledged(name);
      if (!message) continue;
      handled.add(message.id);
      if (isAcknowledged) this.stream.consumers.get(name)?.acknowledged.add(message.sequence);
    }
  }

  private replace({ process }: SimulatedStore): SimulatedStore {
    this.network.forget(process);
    return new SimulatedStore(this, this.processes++);
  }

  private crash(index: number): void {
    this.stores = this.stores.map((store, n) => (n === index ? this.replace(store) : store));
  }

  /** A store that is suspended sends nothing; what it has sent may still arrive. */
  private pause(index: number): void {
    const { process } = this.stores[index] as SimulatedStore;
    if (!this.paused.delete(process)) this.paused.add(process);
  }

  private damageStream(): void {
    const { stream } = this;
    const damages = [
      () => this.restartNats(new SimulatedStream()),
      () => this.restartNats(this.olderStream.copy()),
      () => void stream.messages.splice(0, this.choose(stream.messages.length + 1)),
      () => void stream.consumers.delete(Object.keys(FILTERS)[this.choose(2)] as string),
    ];
    damages[this.choose(damages.length)]?.();
  }

  /** The server comes back with another directory. */
  private restartNats(stream: SimulatedStream): void {
    this.stream = stream;
    this.network.restartNats(this.stores.map(({ process }) => process));
  }

  private promote(): void {
    const promoted = this.isSynchronous ? this.database.copy() : this.replica.copy();
    for (const { id } of this.database.log.slice(promoted.head)) this.lost.add(id);
    promoted.serverTimeline = this.database.serverTimeline + 1;
    this.database = promoted;
    this.replica = promoted.copy();
    this.network.breakCalls('database');
  }

  /** Nothing goes wrong any more, and one more event is written: it and all others have to arrive. */
  private async heal(): Promise<void> {
    this.paused.clear();
    let last: number | null = null;
    for (let round = 0; round < HEALED_WITHIN; round += 1) {
      await this.healOneRound();
      if (last !== null && this.acknowledged.has(last) && this.findBrokenPromises().length === 0) return;
      if (last === null || (round % 20 === 0 && !this.acknowledged.has(last))) last = this.appendByWriter();
    }
    this.isWritable = last !== null && this.acknowledged.has(last);
  }

  private async healOneRound(): Promise<void> {
    for (let calls = 0; this.network.size > 0 && calls < 200; calls += 1) {
      this.network.deliver(0, 'answered');
      await settle();
    }
    this.tick(500);
    this.startOne();
    this.relay(() => true);
    for (let n = 0; n < 20; n += 1) this.handle(true);
    await settle();
  }

  private appendByWriter(): number | null {
    const before = this.ids;
    this.eachWriter((store) => this.append(store));
    return this.ids > before ? this.ids : null;
  }

  private findBrokenPromises(): string[] {
    const { database } = this;
    const logged = new Set(database.log.map(({ id }) => id));
    const gone = [...this.acknowledged].filter((id) => !logged.has(id) && !this.lost.has(id));
    const missed = [...this.handled].flatMap(([name, handled]) => {
      const due = database.log.filter(({ id }) => isReceived(id, FILTERS[name as keyof typeof FILTERS]));
      return due.filter(({ id }) => !handled.has(id)).map(({ id }) => `${name} never received the event ${id}`);
    });
    const isOvertaken = database.log.some(({ fence }, n) => fence < (database.log[n - 1]?.fence ?? 0));
    const cursors = [database.relayed, ...Object.values(database.floors)];
    return [
      ...gone.map((id) => `the acknowledged event ${id} is gone`),
      ...missed,
      ...(isOvertaken ? ['a store wrote after another one had taken its lease'] : []),
      ...(cursors.some((at) => at > database.head) ? ['a cursor is beyond the end of the log'] : []),
      ...(this.isWritable ? [] : ['no store can write any more']),
    ];
  }
}
