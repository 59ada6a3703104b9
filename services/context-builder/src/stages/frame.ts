import { sha256 } from '@crumbtrail/contracts';
import type { Frame } from './formatter';
import type { Occasion } from './occasion';
import type { NameOf } from './speakers';

/** New for every turn and the same when it is built again: of the turn's message and place in the log. */
function nonceOf({ trigger, as_of, eyes }: Occasion): string {
  return sha256(JSON.stringify([eyes.agent, trigger.ref ?? trigger.text, as_of])).slice(0, 16);
}

/** What stands around the items, for whoever reads them. */
export function frameFor(occasion: Occasion, nameOf: NameOf): Frame {
  const { agent } = occasion.eyes;
  return {
    agent,
    name: nameOf({ kind: 'agent', id: agent }),
    nonce: nonceOf(occasion),
    roster: [],
    company: false,
  };
}
