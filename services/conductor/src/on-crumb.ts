import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import type { CrumbEvent } from '@crumbtrail/contracts';
import { decide } from './decide';
import { CrumbReader, TurnRequests } from './ports';

/** Receives every crumb, new or changed, and requests the turns that it wakes. */
@Controller()
export class OnAnyCrumb {
  constructor(
    private readonly reader: CrumbReader,
    private readonly turns: TurnRequests,
  ) {}

  @OnCrumb('*', { kinds: ['created', 'updated'] })
  async handle(event: CrumbEvent): Promise<void> {
    const input = await this.reader.read(event);
    const decision = input && decide(input);
    if (decision) await this.turns.send(event, decision);
  }
}
