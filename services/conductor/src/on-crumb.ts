import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { DeadLetterReplay, TurnRetry, type CrumbEvent, type RequestTurnsRequest } from '@crumbtrail/contracts';
import { decide, retryTurn } from './decide';
import { explainSilence } from './explain-silence';
import { CrumbReader, FailedTurnReader, TurnRequests } from './ports';

/** Crumbs by which operators have a failed turn taken once more. */
const RETRIES: ReadonlySet<string> = new Set([DeadLetterReplay.name, TurnRetry.name]);

/** Receives every crumb, new or changed, except imported history, and requests the turns that it wakes. */
@Controller()
export class OnAnyCrumb {
  constructor(
    private readonly reader: CrumbReader,
    private readonly turns: TurnRequests,
    private readonly failed: FailedTurnReader,
  ) {}

  @OnCrumb('*', { kinds: ['created', 'updated'], skipsImported: true })
  async handle(event: CrumbEvent): Promise<void> {
    const decision = await this.decide(event);
    if (decision) await this.turns.send(event, decision);
  }

  private async decide(event: CrumbEvent): Promise<RequestTurnsRequest | null> {
    if (RETRIES.has(event.schema_name)) {
      const failed = await this.failed.read(event);
      return failed && retryTurn(failed);
    }
    const input = await this.reader.read(event);
    if (input === null) return null;
    const decision = decide(input);
    return decision?.turns.length === 0 ? { reason: explainSilence(input), ...decision } : decision;
  }
}
