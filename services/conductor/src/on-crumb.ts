import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import type { CrumbEvent } from '@crumbtrail/contracts';
import { decide } from './decide';
import { CrumbReader, TurnRequests } from './ports';

/** Hears every crumb, new or changed, and decides who speaks. */
@Controller()
export class OnAnyCrumb {
  constructor(
    private readonly reader: CrumbReader,
    private readonly turns: TurnRequests,
  ) {}

  @OnCrumb('*', { kinds: ['created', 'updated'] })
  async handle(event: CrumbEvent): Promise<void> {
    const heard = await this.reader.read(event);
    const decision = heard && decide(heard);
    if (decision) await this.turns.send(event, decision);
  }
}
