import { defineOperation } from './define-operation';
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
  /** Turns: from opening to closing. Contexts: the build. Steps, responses: the model's latency. Tool responses: the tool's. */
  readonly duration_ms?: number;
  /** Contexts: tokens of the formatted text. Steps, responses: as billed, else as counted; a response's are those of its whole turn. */
  readonly tokens?: number;
  /** Steps, responses: US dollars, where the model's prices are known; a response's are those of its whole turn. */
  readonly cost_usd?: number;
  /** Steps: which of the turn, from 1. */
  readonly step?: number;
  /** Requests, starts and responses of tools: which. */
  readonly tool?: string;
  /** Responses: how the turn ended. */
  readonly action?: string;
  /** Responses, of turns and of tools: the code of what went wrong. */
  readonly error?: string;
  /** What it says is cut: the turn ended before it was whole, or a tool's result was too long. */
  readonly partial?: boolean;
  readonly title?: string;
  /** One line of what it says, hints applied, at most 120 characters. */
  readonly summary?: string;
  readonly erased?: boolean;
}

/** Which trail: of any crumb of it. `count`: say too how much of it is not given. */
export interface TrailRequest {
  readonly id: string;
  readonly count?: boolean;
}

export interface TrailReply {
  readonly trail_id: string;
  /** In the order of the log, 2,000 at most. */
  readonly nodes: readonly TrailNode[];
  /** Only where it was asked: crumbs that the reader may not see. */
  readonly hidden?: number;
  /** Only where it was asked: crumbs that they may see, and that are more than are given. */
  readonly beyond?: number;
}

export const Trail = defineOperation<TrailRequest, TrailReply>('store', 'trail');
