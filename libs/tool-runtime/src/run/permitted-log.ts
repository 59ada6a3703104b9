import { contracts, Schedule, Timer, type Draft, type ToolDefV1 } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import type { ToolLog } from '../tool-log';

type Permission = NonNullable<ToolDefV1['permissions']>[number];

const TIMED: ReadonlySet<string> = new Set([Timer.name, Schedule.name]);
/** What turns and tools are made of: nobody's tool makes it up. */
const MACHINERY: ReadonlySet<string> = new Set(
  [...contracts.values()]
    .filter(({ rules }) => rules.identity !== undefined && rules.identity !== 'schedule')
    .map(({ name }) => name),
);

/** The log with only what the permissions name. */
export class PermittedLog implements ToolLog {
  private readonly guards: ReadonlySet<string>;

  constructor(
    private readonly log: ToolLog,
    private readonly tool: string,
    permissions: readonly Permission[] = [],
  ) {
    this.guards = new Set(permissions);
  }

  async search(request: Parameters<ToolLog['search']>[0]): ReturnType<ToolLog['search']> {
    this.need('search');
    return this.log.search(request);
  }

  async leave(drafts: readonly Draft[]): ReturnType<ToolLog['leave']> {
    for (const { schema_name } of drafts) this.needFor(schema_name);
    return this.log.leave(drafts);
  }

  async own(schema: string): ReturnType<ToolLog['own']> {
    this.needFor(schema);
    return this.log.own(schema);
  }

  async change(
    crumb: Parameters<ToolLog['change']>[0],
    context: Parameters<ToolLog['change']>[1],
  ): ReturnType<ToolLog['change']> {
    this.needFor(crumb.schema_name);
    return this.log.change(crumb, context);
  }

  async ask(parts: Parameters<ToolLog['ask']>[0]): Promise<void> {
    this.need('requests');
    return this.log.ask(parts);
  }

  async parts(names: readonly string[]): ReturnType<ToolLog['parts']> {
    this.need('requests');
    return this.log.parts(names);
  }

  async callable(tools: readonly string[]): ReturnType<ToolLog['callable']> {
    this.need('requests');
    return this.log.callable(tools);
  }

  private need(permission: Permission): void {
    if (this.guards.has(permission)) return;
    throw new PermanentError(
      `The tool ${this.tool} lacks the permission \`${permission}\`; its definition must name it.`,
    );
  }

  private needFor(schema: string): void {
    this.need(TIMED.has(schema) ? 'timers' : 'create');
    if (!MACHINERY.has(schema)) return;
    throw new PermanentError(`A ${schema} is left by Crumbtrail itself, never by a tool; choose another schema.`);
  }
}
