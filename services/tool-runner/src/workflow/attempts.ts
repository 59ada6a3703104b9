import type { PlannedStep } from './plan';

/** The error of a tool, readable for a model. */
export interface StepError {
  readonly code: string;
  readonly message: string;
}

/** A time in which a person was asked, in milliseconds since 1970. */
export interface Wait {
  readonly since: number;
  readonly until?: number;
}

/** A requested attempt of a step, with its response. */
export interface Attempt {
  /** Its tool must not run twice, and was started. */
  readonly started?: true;
  /** Its runner is told of it at this time, in milliseconds since 1970. */
  readonly not_before?: number;
  /** The time in which it waited for a person; without `until`: it still waits. */
  readonly waited?: Wait;
  readonly response?: {
    readonly status: 'ok' | 'error';
    readonly output?: unknown;
    readonly error?: StepError;
    /** When it was given, in milliseconds since 1970. */
    readonly at?: number;
  };
}

/** Looks up the nth attempt (from 1) of a step; undefined when it was never requested. */
export type AttemptLookup = (step: PlannedStep, attempt: number) => Attempt | undefined;

/** The state of a step. */
export type StepState =
  | { readonly is: 'waiting' }
  /** It is to be requested; a failed one is requested again, not before a time. */
  | {
      readonly is: 'ready';
      readonly attempt: number;
      readonly input: Record<string, unknown>;
      readonly not_before?: number;
      readonly error?: StepError;
    }
  | { readonly is: 'running' }
  /** It failed, and the time of its next attempt, which is requested, has not come. */
  | { readonly is: 'paused'; readonly error: StepError }
  | { readonly is: 'ok'; readonly output: unknown }
  | { readonly is: 'error'; readonly error: StepError }
  /** `null_output`: because of its condition, and steps that need it read null. */
  | { readonly is: 'skipped'; readonly why: string; readonly null_output?: true };

/** By step id. */
export type StepStates = ReadonlyMap<string, StepState>;
