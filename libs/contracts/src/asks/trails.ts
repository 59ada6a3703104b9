import { ask } from './ask';
import type { Participant, Ref } from '../record';

export interface TrailNode {
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly author: Participant;
  readonly cause?: Ref;
  readonly hop: number;
  readonly position: number;
  readonly created_at: string;
  /** Milliseconds since the trail's root. */
  readonly at_ms: number;
  /** Turns: from opening to closing. Contexts: the build. Responses: the model's latency. */
  readonly duration_ms?: number;
  /** Contexts: tokens of the formatted text. Responses: as billed, else as counted. */
  readonly tokens?: number;
  readonly title?: string;
  /** One line of what it says, hints applied, at most 120 characters. */
  readonly summary?: string;
  readonly erased?: boolean;
}

export const Trail = ask<{ readonly id: string }, { readonly trail_id: string; readonly nodes: readonly TrailNode[] }>(
  'store',
  'trail',
);
