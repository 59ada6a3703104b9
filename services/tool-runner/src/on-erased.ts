import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolConfig, ToolDef, type CrumbEvent } from '@crumbtrail/contracts';
import { Catalogs } from './ports';

const OURS: ReadonlySet<string> = new Set([ToolDef.name, ToolConfig.name]);

/** Updates the catalog when a tool's definition or configuration is erased. */
@Controller()
export class OnErased {
  constructor(private readonly catalogs: Catalogs) {}

  @OnCrumb('*', { kinds: ['erased'], suffix: 'erased', slots: 1 })
  async handle({ workspace, position, schema_name }: CrumbEvent): Promise<void> {
    if (OURS.has(schema_name)) await this.catalogs.refresh(workspace, position);
  }
}
