import { LaterBefore, type Tool, type PartRequest, type ToolCall, ToolError } from '@crumbtrail/tool-runtime';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import { extendedDeadline } from './deadline';
import { cutShort, decideWorkflow, type RequestedStep } from './fold';
import { BadWorkflow, type WorkflowPlan, planWorkflow, WORKFLOW } from './plan';
import type { AttemptLookup } from './attempts';
import { readAttempts, attemptName } from './read-attempts';
import { WORKFLOW_INPUT, type WorkflowInput } from './workflow-input';

/** Time limit of a whole workflow. */
const TIMEOUT_MS = 300_000;

const definition: ToolDefV1 = {
  name: WORKFLOW,
  title: 'Workflow',
  category: 'control',
  description:
    'Calls several tools that you may call, in one go. Steps run at the same time; a step that uses the output of another, as `${step.path[0]}` anywhere in its input, waits for it. A text that is one reference alone takes the value with its type. Write `\\${` for these characters themselves. A step with ask_person, or with a tool that needs approval, waits for a person. Gives {steps: {id: {status, output | error}}, result}.',
  input: WORKFLOW_INPUT,
  output: {
    type: 'object',
    required: ['steps', 'result'],
    properties: {
      steps: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['status'],
          properties: {
            status: { enum: ['ok', 'error', 'skipped', 'running'] },
            output: {},
            error: { type: 'object' },
          },
        },
      },
      result: {},
    },
  },
  examples: [
    {
      input: {
        steps: [
          { id: 'roll', tool: 'dice', input: { notation: '2d6' } },
          { id: 'double', tool: 'calculator', input: { expression: '2 * ${roll.total}' } },
        ],
        return: 'You rolled ${roll.total}; doubled it is ${double}.',
      },
    },
  ],
  timeout_ms: TIMEOUT_MS,
  concurrency: 64,
  effect: 'repeatable',
  permissions: ['requests'],
  source: 'built-in',
};

/** The plan, checked against the tools that the agent may call. */
async function planFor(input: WorkflowInput, { log }: ToolCall): Promise<WorkflowPlan> {
  const tools = await log.checkCallable([...new Set(input.steps.map(({ tool }) => tool))]);
  const callable = {
    exists: (tool: string): boolean => tools.get(tool) !== 'unknown_tool',
    granted: (tool: string): boolean => tools.get(tool) === 'callable',
  };
  try {
    return planWorkflow(input, callable);
  } catch (error) {
    if (error instanceof BadWorkflow) throw new ToolError('invalid_input', error.message);
    throw error;
  }
}

function timeIsUp(plan: WorkflowPlan, attempts: AttemptLookup): ToolError {
  const message = 'The workflow did not end within its time limit.';
  const { output, error } = cutShort(plan, attempts, { code: 'timeout', message }, Date.now());
  return new ToolError('timeout', error?.message ?? message, { output });
}

const toPart = ({ step, attempt, input, not_before }: RequestedStep): PartRequest => ({
  name: attemptName(step, attempt),
  tool: step.tool,
  input,
  after: step.needs,
  ...(not_before !== undefined && { not_before }),
  ...(step.wait_seconds !== undefined && { wait_seconds: step.wait_seconds }),
});

/**
 * Runs the steps of a workflow as separate tool requests. Keeps no state: each run reads the results of the steps
 * from the log, requests the next ones and returns, so that waiting workflows occupy no slot.
 */
export const workflow: Tool = {
  definition,
  run: async (given, call) => {
    // The input was checked against WORKFLOW_INPUT.
    const plan = await planFor(given as unknown as WorkflowInput, call);
    const attempts = await readAttempts(plan, call.log);
    const decision = decideWorkflow(plan, attempts, Date.now());
    if (decision.do === 'end') {
      const { output, error } = decision;
      if (error) throw new ToolError(error.code, error.message, { output });
      return output;
    }
    const deadline = extendedDeadline(plan, attempts, call.deadline);
    if (deadline !== null && Date.now() >= deadline) throw timeIsUp(plan, attempts);
    if (decision.do === 'ask') await call.log.request(decision.wanted.map(toPart));
    return new LaterBefore(deadline);
  },
};
