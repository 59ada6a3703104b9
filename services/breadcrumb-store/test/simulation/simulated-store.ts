import type { CrumbEvent } from '@crumbtrail/contracts';
import { DatabaseFailedOver } from '../../src/database/failover';
import { RelayProgress } from '../../src/relay/relay-progress';
import { RelaySuperseded } from '../../src/relay/relay-records';
import { StreamInspector } from '../../src/relay/stream-inspection';
import { StreamPort } from '../../src/relay/stream-port';
import { StreamRepairer } from '../../src/relay/stream-repairer';
import type { Mechanisms } from './mechanisms';
import type { SimulatedNetwork } from './network';
import type { SimulatedDatabase } from './simulated-database';
import type { SimulatedStream } from './simulated-stream';

const WINDOW = 4;
const silent = { warn: () => undefined };

/** What a store talks to. The servers of both may be replaced at any time. */
export interface Surroundings {
  readonly network: SimulatedNetwork;
  readonly mechanisms: Mechanisms;
  database: SimulatedDatabase;
  stream: SimulatedStream;
  now: number;
  /** How many of some events reach the stream before the connection breaks. */
  countPublished(most: number): number;
}

/** Each method is a call over the network. */
class SimulatedPort extends StreamPort {
  constructor(
    private readonly world: Surroundings,
    private readonly process: number,
  ) {
    super();
  }
  override ends = () => this.call((stream) => stream.ends());
  override consumers = () => this.call((stream) => stream.list());
  override publish: StreamPort['publish'] = (events, log) =>
    this.call((stream) => stream.publish(events, log, this.world.countPublished(events.length)));
  override sequenceFrom: StreamPort['sequenceFrom'] = (place) =>
    this.call((stream) => (this.world.mechanisms.consumersPlaced ? stream.sequenceFrom(place) : null));
  override createConsumer: StreamPort['createConsumer'] = (plan) => this.call((stream) => stream.create(plan));
  override deleteConsumer: StreamPort['deleteConsumer'] = (name) =>
    this.call((stream) => void stream.consumers.delete(name));
  override purge = () => this.call((stream) => void (stream.messages = []));

  private call<T>(act: (stream: SimulatedStream) => T): Promise<T> {
    return this.world.network.call(this.process, 'nats', () => act(this.world.stream));
  }
}

/** A store process: its lease, its writer and its relay, of which the inspection, the decision and the repair are those of the product. */
export class SimulatedStore {
  /** 0 without the lease. */
  fence = 0;
  isDead = false;
  isBusy = false;
  /** The last position that this process has committed. */
  private lastKnown = 0;
  private savedAt = 0;
  private mustInspect = true;
  private readonly progress = new RelayProgress();
  private readonly repairer: StreamRepairer;
  private readonly port: SimulatedPort;

  constructor(
    private readonly world: Surroundings,
    readonly process: number,
  ) {
    this.port = new SimulatedPort(world, process);
    const records = {
      requireKnown: (known: Parameters<SimulatedDatabase['requireKnown']>[0]) =>
        this.ask((db) => db.requireKnown(known)),
      durables: () => this.ask((db) => db.durables()),
      nextFor: (all: Parameters<SimulatedDatabase['nextFor']>[0]) => this.ask((db) => db.nextFor(all)),
      raiseFloors: (...raised: Parameters<SimulatedDatabase['raiseFloors']>) =>
        this.ask((db) => db.raiseFloors(...raised)),
      eventAt: (position: number) => this.ask((db) => this.eventAt(db, position)),
      beginEpoch: (...began: Parameters<SimulatedDatabase['beginEpoch']>) => this.ask((db) => db.beginEpoch(...began)),
    };
    const readFilter = (filter: string) => ({ schema_name: filter });
    const inspector = new StreamInspector(this.port, records, this.progress, readFilter);
    this.repairer = new StreamRepairer(this.progress, inspector, { stream: this.port, records, logger: silent });
  }

  /** Takes the lease and the relay's cursor, if nobody has them. */
  start(): Promise<void> {
    return this.run(async () => {
      const fence = await this.ask((db) => db.takeLease(`${this.process}`, this.world.now));
      if (fence === null) return;
      const { fence: relayFence, state } = await this.ask((db) => db.takeRelay());
      Object.assign(this.progress, {
        fence: relayFence,
        logId: state.logId,
        epoch: state.epoch,
        relayed: state.relayed,
      });
      this.savedAt = state.relayed;
      this.fence = fence;
    });
  }

  /** Ends when another store has the lease. */
  async renew(): Promise<void> {
    const { fence } = this;
    const isHeld = await this.ask((db) => db.renewLease(fence, this.world.now)).catch(() => true);
    if (!isHeld) this.isDead = true;
  }

  /** The position of a new event. */
  async append(id: number): Promise<number | null> {
    const { fence, lastKnown } = this;
    try {
      const position = await this.ask((db) => db.append(id, { fence, lastKnown }));
      this.lastKnown = Math.max(this.lastKnown, position);
      return position;
    } catch (error) {
      this.endIfSuperseded(error);
      return null;
    }
  }

  /** One round of the relay: inspects the stream where that is due, publishes some events, and saves the cursor. */
  relay(isInspectionDue: boolean): Promise<void> {
    return this.run(async () => {
      const mayInspect = this.world.mechanisms.inspections || this.progress.lastSequence === 0;
      if (mayInspect && (this.mustInspect || isInspectionDue)) {
        this.mustInspect = true;
        await this.repairer.inspectAndRepair();
        this.mustInspect = false;
      }
      await this.repairer.startDue();
      await this.publish();
      await this.saveCursor();
    });
  }

  private async publish(): Promise<void> {
    const { relayed, logId, epoch } = this.progress;
    const through = Math.min(relayed + WINDOW, this.repairer.barrier);
    const events = await this.ask((db) => toEvents(db, relayed, through));
    if (events.length === 0) return;
    this.progress.advance(await this.port.publish(events, { logId, epoch }), events);
  }

  private async saveCursor(): Promise<void> {
    const { fence, epoch, relayed } = this.progress;
    if (relayed === this.savedAt) return;
    await this.ask((db) => db.moveCursor({ fence, epoch, relayed }));
    this.savedAt = relayed;
  }

  private eventAt({ log }: SimulatedDatabase, position: number): string | null {
    const event = log[position - 1];
    return event && this.world.mechanisms.eventsCompared ? `${event.id}@1` : null;
  }

  private ask<T>(act: (database: SimulatedDatabase) => T): Promise<T> {
    return this.world.network.call(this.process, 'database', () => act(this.world.database));
  }

  private async run(work: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    try {
      await work();
    } catch (error) {
      this.mustInspect = true;
      this.endIfSuperseded(error);
    } finally {
      this.isBusy = false;
    }
  }

  private endIfSuperseded(error: unknown): void {
    if (error instanceof RelaySuperseded || error instanceof DatabaseFailedOver) this.isDead = true;
  }
}

/** What the relay and the stream read of an event. */
const toEvents = ({ log }: SimulatedDatabase, after: number, through: number): CrumbEvent[] =>
  log.slice(after, through).map(({ id }, n) => ({ position: after + n + 1, id: `${id}` }) as CrumbEvent);
