import type { CellDirectory, WorkspacePlace } from './cell-directory';

/** Subscribes in a cell; returns a function that unsubscribes. */
export type SubscribeInCell = (cell: string) => () => void;

interface OpenSubscription {
  readonly place: WorkspacePlace;
  readonly subscribe: SubscribeInCell;
  cell: string;
  stop: () => void;
}

/** Subscriptions to what happens in a workspace, each in the cell where the workspace is now. */
export class WorkspaceSubscriptions {
  private readonly open = new Set<OpenSubscription>();

  constructor(private readonly directory: Pick<CellDirectory, 'cellOf'>) {}

  /** Subscribes in the cell of the workspace; returns a function that ends the subscription, wherever it is then. */
  add(place: WorkspacePlace, subscribe: SubscribeInCell): () => void {
    const cell = this.directory.cellOf(place);
    const one: OpenSubscription = { place, subscribe, cell, stop: subscribe(cell) };
    this.open.add(one);
    return () => {
      if (this.open.delete(one)) one.stop();
    };
  }

  /** Subscribes again where a workspace of this name is in another cell than its subscription. */
  follow(workspace: string): void {
    for (const one of this.open) {
      const cell = this.directory.cellOf(one.place);
      if (one.place.workspace !== workspace || cell === one.cell) continue;
      const stopBefore = one.stop;
      one.cell = cell;
      one.stop = one.subscribe(cell);
      stopBefore();
    }
  }
}
