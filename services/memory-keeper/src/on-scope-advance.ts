import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ScopeAdvance, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { MemoryKeeper } from './memory-keeper';

/** Summarises the scope that ends where a new one begins: no turn waits for it. */
@Controller()
export class OnScopeAdvance {
  constructor(private readonly keeper: MemoryKeeper) {}

  @OnCrumb(ScopeAdvance, { suffix: 'scopes', slots: 1, skipsImported: true })
  async handle(advance: Crumb<typeof ScopeAdvance>, { workspace }: CrumbEvent): Promise<void> {
    const { id, version, session, position, audience, context } = advance;
    // A summary is for everybody, and would tell that the scope has ended.
    if (session === undefined || audience !== 'all') return;
    await this.keeper.endScope({ workspace, session, level: context.scope, until: position, cause: { id, version } });
  }
}
