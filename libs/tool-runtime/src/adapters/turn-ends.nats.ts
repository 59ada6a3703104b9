import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Bus, type Unsubscribe } from '@crumbtrail/bus';
import { responseId } from '@crumbtrail/contracts';
import { TurnEnds, type TurnEndWatch } from '../ports';

/**
 * Subscribes to the ends of turns as they are published. Only a signal: a process that misses one finds the turn closed
 * in the log.
 */
@Injectable()
export class TurnEndsNats extends TurnEnds implements OnModuleInit, OnModuleDestroy {
  private readonly watched = new Map<string, Set<AbortController>>();
  private unsubscribe: Unsubscribe = () => undefined;

  constructor(private readonly bus: Bus) {
    super();
  }

  onModuleInit(): void {
    this.unsubscribe = this.bus.subscribeTurnEnds(({ workspace, id }) => {
      for (const one of this.watched.get(`${workspace}/${id}`) ?? []) one.abort(new Error('The turn has ended.'));
    });
  }

  onModuleDestroy(): void {
    this.unsubscribe();
  }

  watch(workspace: string, turn: string | undefined): TurnEndWatch {
    if (turn === undefined) return { ended: new AbortController().signal, stop: () => undefined };
    const key = `${workspace}/${responseId(workspace, turn)}`;
    const controller = new AbortController();
    const watching = this.watched.get(key) ?? new Set();
    this.watched.set(key, watching.add(controller));
    return { ended: controller.signal, stop: () => this.stop(key, controller) };
  }

  private stop(key: string, controller: AbortController): void {
    const watching = this.watched.get(key);
    watching?.delete(controller);
    if (watching?.size === 0) this.watched.delete(key);
  }
}
