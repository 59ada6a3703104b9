import { z } from 'zod';
import { BREADCRUMB_STORE, CONTEXT_BUILDER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name, position, text } from './request-fields';

export interface CalibrationReply {
  readonly samples: number;
  /** Billed over counted tokens: exponentially weighted mean, clamped to 0.8 … 1.6; 1 without samples. */
  readonly factor: number;
  /** 99th percentile of how far a bill exceeded factor times count, as a share; 0 without samples. */
  readonly margin: number;
}

/** Compares the tokens that providers billed for the latest turns of an agent or a model with the counted tokens. */
export const Calibration = defineOperation({
  name: 'store.calibration',
  service: BREADCRUMB_STORE,
  callers: [CONTEXT_BUILDER],
  role: null,
  request: z.object({
    model: text.optional(),
    agent: name.optional(),
    /** Only turns that ended before this position. */
    as_of: position.optional(),
  }),
  reply: replyOf<CalibrationReply>(),
});
export type CalibrationRequest = RequestOf<typeof Calibration>;
