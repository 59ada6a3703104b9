import { PermanentError } from '@crumbtrail/platform';
import { refuse, type Ref } from '@crumbtrail/contracts';

/** A candidate that no query may have returned: the first lock, in the store, is broken. */
export class ForbiddenItem extends PermanentError {
  constructor(
    readonly item: Ref,
    readonly rule: string,
  ) {
    super(`crumb ${item.id} version ${item.version} may not enter this context: ${rule}; the store must not return it`);
  }
}

/** A crumb without which there is nothing to build is not there, or was erased. */
export class MissingCrumb extends PermanentError {
  constructor(
    readonly role: 'trigger' | 'definition',
    readonly item: Ref,
    erased: boolean,
  ) {
    super(
      `no context: the ${role}, crumb ${item.id} version ${item.version}, ${erased ? 'was erased' : 'cannot be read'}`,
    );
  }
}

/** The window holds no context at all beside system prompt and reply. */
export class ContextDoesNotFit extends PermanentError {
  constructor(
    readonly cap: number,
    agent: string,
  ) {
    super(
      `no context: agent ${agent} has room for ${cap} tokens beside its prompt and reply; shorten the prompt or raise model.context_window`,
    );
  }
}

/** To whoever asked for a build that leaves nothing, no room is a wrong request. */
export function refuseOversizedContext(error: unknown): never {
  throw error instanceof ContextDoesNotFit ? refuse('invalid_payload', error.message) : error;
}
