import { Injectable } from '@nestjs/common';
import { replyAudience } from '@crumbtrail/agent-kit';
import { CrumbStore } from '@crumbtrail/bus';
import { type AgentDefV1, type Audience, type Envelope, type Erased } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { TurnReader, type Heard, type OpenTurn } from '../ports';

type Found = Envelope | Erased | null | undefined;

/** Everything that a turn needs, in one read. */
@Injectable()
export class TurnReaderNats extends TurnReader {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async read({ workspace, context, traceparent }: Heard): Promise<OpenTurn> {
    const { turn: of, definition: pinned, trigger: cause } = context.context;
    const reply = await this.store.in(workspace, { traceparent }).read({
      refs: [{ id: context.id }, { id: of.id }, pinned, cause],
      min_position: context.position,
      blobs: true,
    });
    const [, turn, definition, trigger] = reply.crumbs;
    const record = present(turn);
    if (!record) throw new PermanentError(`The context ${context.id} names the turn ${of.id}, which is not there`);
    return {
      session: record.session,
      audience: audienceOf(trigger),
      material: materialOf(definition, reply.blobs?.[context.id]),
    };
  }
}

const present = (found: Found): Envelope | null => (found && !('erased' in found) ? found : null);

function audienceOf(trigger: Found): Audience {
  const asked = present(trigger);
  return asked ? replyAudience(asked) : 'all';
}

function materialOf(definition: Found, formatted: string | undefined): OpenTurn['material'] {
  const found = present(definition);
  if (!found) return { gone: 'The definition of this agent has been erased.' };
  if (formatted === undefined) return { gone: 'Something that this turn was about has been erased.' };
  return { definition: found.context as unknown as AgentDefV1, formatted };
}
