import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolDef, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { RunnerWatch } from './runners/runner-watch';

/** Says whether somebody runs a tool that is defined or changed, and updates the catalog. */
@Controller()
export class OnToolDef {
  constructor(private readonly watch: RunnerWatch) {}

  @OnCrumb(ToolDef, { kinds: ['created', 'updated'], suffix: 'definitions', slots: 1 })
  handle(_definition: Crumb<typeof ToolDef>, { workspace, position }: CrumbEvent): Promise<void> {
    return this.watch.refresh(workspace, position);
  }
}
