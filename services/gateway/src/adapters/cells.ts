import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Bus, BusOptions } from '@crumbtrail/bus';
import { refuse } from '@crumbtrail/contracts';
import type { Health, Logger } from '@crumbtrail/platform';
import { HOME_CELL } from '../cells/cell-directory';
import type { CellSettings } from '../cells/cell-settings';
import { type Cell, ConnectedCell, RemoteCell } from './cell';

/** How long the gateway waits at its start for cells that are up, in milliseconds. Those that are down are connected to later. */
const FIRST_CONNECT_WITHIN_MS = 2_000;

/** What {@link Cells} are made of. */
export interface CellsOptions {
  /** The connection to the gateway's own cell. */
  readonly home: Bus;
  /** How it was made: its login and its TLS are used for further cells too. */
  readonly connection: BusOptions;
  /** Further cells. */
  readonly settings: readonly CellSettings[];
  readonly logger: Logger;
  readonly health: Health;
}

/** The cells that this gateway serves: its own, and those of the setting `CELLS`. The health endpoint reports each of them. */
export class Cells implements OnModuleInit, OnApplicationShutdown {
  private readonly home: Cell;
  private readonly remote: ReadonlyMap<string, RemoteCell>;

  constructor({ home, connection, settings, logger, health }: CellsOptions) {
    this.home = new ConnectedCell(HOME_CELL, home);
    const cells = settings.map(({ name, servers, login }) => {
      // A login of the cell takes the place of credentials, which are of another NATS server.
      const { credentials, ...shared } = connection;
      const own = login ?? (credentials === undefined ? {} : { credentials });
      return new RemoteCell(name, { ...shared, ...own, servers, setting: 'CELLS' }, logger);
    });
    this.remote = new Map(cells.map((cell) => [cell.name, cell]));
    for (const cell of cells) health.report(`cell-${cell.name}`, () => cell.check());
  }

  get names(): readonly string[] {
    return [HOME_CELL, ...this.remote.keys()];
  }

  get all(): readonly Cell[] {
    return [this.home, ...this.remote.values()];
  }

  /** Throws `unavailable` for a cell that is not among them. */
  get(name: string): Cell {
    const cell = name === HOME_CELL ? this.home : this.remote.get(name);
    if (!cell) throw refuse('unavailable', `This gateway does not know the cell ${name}: add it to its setting CELLS.`);
    return cell;
  }

  /** Rejects with `unavailable` where the store of a cell does not answer. */
  async requireAnswering(name: string): Promise<void> {
    const cell = this.get(name);
    if (cell instanceof RemoteCell) await cell.check();
  }

  async onModuleInit(): Promise<void> {
    await Promise.all([...this.remote.values()].map((cell) => cell.connect(FIRST_CONNECT_WITHIN_MS)));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.remote.values()].map((cell) => cell.drain()));
  }
}
