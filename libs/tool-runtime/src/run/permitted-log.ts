import { AgentDef, contracts, Schedule, Timer, ToolDef, type Draft } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import type { ToolLog } from '../tool-log';
import { requirePermission, type Permission } from './require-permission';

const TIMED: ReadonlySet<string> = new Set([Timer.name, Schedule.name]);
const DEFINITIONS: ReadonlySet<string> = new Set([ToolDef.name, AgentDef.name]);
/** Schemas that turns and tools consist of; no tool may create these. */
const MACHINERY: ReadonlySet<string> = new Set(
  [...contracts.values()]
    .filter(({ rules }) => rules.identity !== undefined && rules.identity !== 'schedule')
    .map(({ name }) => name),
);

/** The log, limited to the permissions in the tool's definition. */
export class PermittedLog implements ToolLog {
  constructor(
    private readonly log: ToolLog,
    private readonly tool: string,
    private readonly permissions: readonly Permission[] = [],
  ) {}

  async search(request: Parameters<ToolLog['search']>[0]): ReturnType<ToolLog['search']> {
    this.need('search');
    return this.log.search(request);
  }

  async read(ids: Parameters<ToolLog['read']>[0]): ReturnType<ToolLog['read']> {
    this.need('search');
    return this.log.read(ids);
  }

  async create(drafts: readonly Draft[]): ReturnType<ToolLog['create']> {
    for (const { schema_name } of drafts) this.needFor(schema_name);
    return this.log.create(drafts);
  }

  async listOwn(schema: string): ReturnType<ToolLog['listOwn']> {
    this.needFor(schema);
    return this.log.listOwn(schema);
  }

  async update(
    crumb: Parameters<ToolLog['update']>[0],
    context: Parameters<ToolLog['update']>[1],
  ): ReturnType<ToolLog['update']> {
    this.needFor(crumb.schema_name);
    return this.log.update(crumb, context);
  }

  async put(draft: Parameters<ToolLog['put']>[0], change: Parameters<ToolLog['put']>[1]): ReturnType<ToolLog['put']> {
    if (DEFINITIONS.has(draft.schema_name)) {
      this.need('define');
      return this.log.put(draft, change);
    }
    this.need('create');
    if (!contracts.get(draft.schema_name)?.rules.changed_by_tools)
      throw new PermanentError(`A ${draft.schema_name} is never changed by a tool; choose another schema.`);
    return this.log.put(draft, change);
  }

  async agentDefinition(agent: string): ReturnType<ToolLog['agentDefinition']> {
    this.need('define');
    return this.log.agentDefinition(agent);
  }

  async members(): ReturnType<ToolLog['members']> {
    this.need('search');
    return this.log.members();
  }

  async sessionMessages(session: string, around?: string): ReturnType<ToolLog['sessionMessages']> {
    this.need('search');
    return this.log.sessionMessages(session, around);
  }

  async pastScenarios(wish: Parameters<ToolLog['pastScenarios']>[0]): ReturnType<ToolLog['pastScenarios']> {
    this.need('search');
    return this.log.pastScenarios(wish);
  }

  async keptFiles(): ReturnType<ToolLog['keptFiles']> {
    this.need('search');
    return this.log.keptFiles();
  }

  async readFile(file: Parameters<ToolLog['readFile']>[0]): ReturnType<ToolLog['readFile']> {
    this.need('search');
    return this.log.readFile(file);
  }

  async keepFile(file: Parameters<ToolLog['keepFile']>[0]): ReturnType<ToolLog['keepFile']> {
    this.need('create');
    return this.log.keepFile(file);
  }

  async request(parts: Parameters<ToolLog['request']>[0]): Promise<void> {
    this.need('requests');
    return this.log.request(parts);
  }

  async readParts(names: readonly string[]): ReturnType<ToolLog['readParts']> {
    this.need('requests');
    return this.log.readParts(names);
  }

  async checkCallable(tools: readonly string[]): ReturnType<ToolLog['checkCallable']> {
    this.need('requests');
    return this.log.checkCallable(tools);
  }

  private need(permission: Permission): void {
    requirePermission(this.permissions, permission, this.tool);
  }

  private needFor(schema: string): void {
    this.need(TIMED.has(schema) ? 'timers' : 'create');
    if (!MACHINERY.has(schema)) return;
    throw new PermanentError(`A ${schema} is created by Crumbtrail itself and never by a tool; choose another schema.`);
  }
}
