import { PermanentError } from '@crumbtrail/platform';
import { refuse, type AgentContextV1, type Ref } from '@crumbtrail/contracts';

/** The store returned a candidate that a viewer may not read. Its own access filter is broken. */
export class ForbiddenItem extends PermanentError {
  constructor(
    readonly item: Ref,
    readonly rule: string,
  ) {
    super(
      `Breadcrumb ${item.id} version ${item.version} must not enter this context: ${rule}. The store should not have returned it.`,
    );
  }
}

/** The trigger or the definition of a turn was erased, or cannot be read. */
export class MissingCrumb extends PermanentError {
  constructor(
    readonly role: 'trigger' | 'definition',
    readonly item: Ref,
    isErased: boolean,
  ) {
    super(
      `The context cannot be built: its ${role}, breadcrumb ${item.id} version ${item.version}, ${isErased ? 'was erased' : 'cannot be read'}.`,
    );
  }
}

/** System prompt and reply reserve leave too little of the model's window for a context. */
export class ContextDoesNotFit extends PermanentError {
  constructor(
    readonly agent: string,
    readonly budget: Pick<AgentContextV1['budget'], 'cap' | 'context_window'>,
  ) {
    const { cap, context_window } = budget;
    super(
      `The prompt and reply reserve of agent ${agent} ` +
        (cap < 0
          ? `exceed its ${context_window}-token window by ${-cap} tokens. `
          : `leave only ${cap} tokens of its ${context_window}-token window for the context. `) +
        'Shorten the prompt, lower "Max reply tokens" (model.max_output_tokens) or raise "Context window (tokens)" (model.context_window).',
    );
  }
}

/** Converts `ContextDoesNotFit` to a refusal of the request, for builds that publish nothing; rethrows any other error. */
export function refuseOversizedContext(error: unknown): never {
  throw error instanceof ContextDoesNotFit ? refuse('invalid_payload', error.message) : error;
}
