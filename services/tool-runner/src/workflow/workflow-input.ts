/** What happens to a workflow when one of its steps fails. */
export type Consequence = 'fail' | 'continue' | 'skip_dependents';

/** What a value must be; references in it are resolved first. */
export interface Condition {
  readonly value: unknown;
  readonly equals?: unknown;
  readonly above?: number;
  readonly below?: number;
  readonly contains?: unknown;
  /** The condition holds where its tests do not. @default false */
  readonly not?: boolean;
}

/** How often and how soon a failed step is tried again. */
export interface Retry {
  readonly retry: number;
  /** Seconds before the first retry; each further one waits twice as long, at most an hour. @default 0 */
  readonly backoff_seconds?: number;
  readonly then?: Consequence;
}

/** A step as given in the arguments. */
export interface StepInput {
  readonly id: string;
  readonly tool: string;
  readonly input?: unknown;
  readonly after?: readonly string[];
  /** All must hold, or the step is skipped. */
  readonly if?: Condition | readonly Condition[];
  readonly on_error?: Consequence | Retry;
  /** How long a step waits for a person at most. Default and most: what the definition of the agent says. */
  readonly wait_seconds?: number;
}

/** A workflow as given in the arguments, validated with {@link WORKFLOW_INPUT}. */
export interface WorkflowInput {
  readonly steps: readonly StepInput[];
  readonly return?: unknown;
}

export const MOST_STEPS = 32;
export const MOST_RETRIES = 5;
/** The longest wait before a retry, in seconds. */
export const LONGEST_BACKOFF_S = 3_600;
/** The longest wait for a person, in seconds: 90 days. */
const LONGEST_WAIT_S = 7_776_000;
const MOST_CONDITIONS = 8;

const stepId = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$' } as const;
const consequence = { enum: ['fail', 'continue', 'skip_dependents'] } as const;

const condition = {
  type: 'object',
  additionalProperties: false,
  required: ['value'],
  properties: {
    value: { description: 'Such as `${step.path}`.' },
    equals: {},
    above: { type: 'number' },
    below: { type: 'number' },
    contains: {},
    not: { type: 'boolean' },
  },
} as const;

/** JSON Schema of a workflow's arguments. */
export const WORKFLOW_INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['steps'],
  properties: {
    steps: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_STEPS,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'tool'],
        properties: {
          id: { ...stepId, description: 'Name of the step, for references.' },
          tool: { type: 'string', maxLength: 64, description: 'A tool that you may call.' },
          input: {
            type: ['object', 'string'],
            description: 'Its arguments. `${step.path}` anywhere in a text takes the output of another step.',
          },
          after: { type: 'array', maxItems: MOST_STEPS, items: stepId, description: 'Steps to wait for all the same.' },
          if: {
            description:
              'The step runs only where this holds; a list: where all do. Without equals, above, below or contains: where there is a value. Otherwise it is skipped with what needs it; with on_error continue it counts as null.',
            anyOf: [condition, { type: 'array', minItems: 1, maxItems: MOST_CONDITIONS, items: condition }],
          },
          on_error: {
            description:
              'fail (default): nothing new begins and the workflow fails. continue: it counts as null. skip_dependents: what needs it is left out. {"retry": n, "backoff_seconds": s}: tried n times more, after s, 2s, 4s … seconds.',
            anyOf: [
              consequence,
              {
                type: 'object',
                additionalProperties: false,
                required: ['retry'],
                properties: {
                  retry: { type: 'integer', minimum: 1, maximum: MOST_RETRIES },
                  backoff_seconds: { type: 'number', minimum: 0, maximum: LONGEST_BACKOFF_S },
                  then: consequence,
                },
              },
            ],
          },
          wait_seconds: {
            type: 'integer',
            minimum: 1,
            maximum: LONGEST_WAIT_S,
            description: 'Of ask_person, or a tool that needs approval: the step fails if nobody decides in time.',
          },
        },
      },
    },
    return: {
      description:
        'The result: the id of a step, or any value with references in it. Default: the output of the steps that no other needs.',
    },
  },
} as const;
