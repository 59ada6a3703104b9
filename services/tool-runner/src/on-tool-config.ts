import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolConfig, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { Catalogs } from './ports';

/** Updates the catalog when an operator configures a tool. */
@Controller()
export class OnToolConfig {
  constructor(private readonly catalogs: Catalogs) {}

  @OnCrumb(ToolConfig, { kinds: ['created', 'updated'], suffix: 'configs', slots: 1 })
  handle(_config: Crumb<typeof ToolConfig>, { workspace, position }: CrumbEvent): Promise<void> {
    return this.catalogs.refresh(workspace, position);
  }
}
