import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolDef, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { Catalogs } from './ports';

/** Updates the catalog when a tool is defined or changed. */
@Controller()
export class OnToolDef {
  constructor(private readonly catalogs: Catalogs) {}

  @OnCrumb(ToolDef, { kinds: ['created', 'updated'], suffix: 'definitions', slots: 1 })
  handle(_definition: Crumb<typeof ToolDef>, { workspace, position }: CrumbEvent): Promise<void> {
    return this.catalogs.refresh(workspace, position);
  }
}
