import type { PlannedStep } from './plan';

/** The error of a tool, readable for a model. */
export interface StepError {
  readonly code: string;
  readonly message: string;
}

/** A requested attempt of a step, with its response. */
export interface Attempt {
  /** Its tool must not run twice, and was started. */
  readonly started?: true;
  readonly response?: {
    readonly status: 'ok' | 'error';
    readonly output?: unknown;
    readonly error?: StepError;
  };
}

/** Looks up the nth attempt (from 1) of a step; undefined when it was never requested. */
export type AttemptLookup = (step: PlannedStep, attempt: number) => Attempt | undefined;

/** The state of a step. */
export type StepState =
  | { readonly is: 'waiting' }
  | { readonly is: 'ready'; readonly attempt: number; readonly input: Record<string, unknown> }
  | { readonly is: 'running' }
  | { readonly is: 'ok'; readonly output: unknown }
  | { readonly is: 'error'; readonly error: StepError }
  | { readonly is: 'skipped'; readonly why: string };

/** By step id. */
export type StepStates = ReadonlyMap<string, StepState>;
