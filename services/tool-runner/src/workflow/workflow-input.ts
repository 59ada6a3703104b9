/** What happens to a workflow when one of its steps fails. */
export type Consequence = 'fail' | 'continue' | 'skip_dependents';

/** A step as given in the arguments. */
export interface StepInput {
  readonly id: string;
  readonly tool: string;
  readonly input?: unknown;
  readonly after?: readonly string[];
  readonly on_error?: Consequence | { readonly retry: number; readonly then?: Consequence };
}

/** A workflow as given in the arguments, validated with {@link WORKFLOW_INPUT}. */
export interface WorkflowInput {
  readonly steps: readonly StepInput[];
  readonly return?: unknown;
}

export const MOST_STEPS = 32;
export const MOST_RETRIES = 5;

const stepId = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$' } as const;
const consequence = { enum: ['fail', 'continue', 'skip_dependents'] } as const;

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
          on_error: {
            description:
              'fail (default): nothing new begins and the workflow fails. continue: it counts as null. skip_dependents: what needs it is left out. {"retry": n}: tried n times more.',
            anyOf: [
              consequence,
              {
                type: 'object',
                additionalProperties: false,
                required: ['retry'],
                properties: { retry: { type: 'integer', minimum: 1, maximum: MOST_RETRIES }, then: consequence },
              },
            ],
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
