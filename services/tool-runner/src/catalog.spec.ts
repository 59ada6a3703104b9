import type { Crumb, ToolConfig, ToolConfigV1, ToolDef, ToolDefV1 } from '@crumbtrail/contracts';
import { catalogOf } from './catalog';

const definition = (context: Partial<ToolDefV1> & { name: string }) =>
  ({
    id: `id of ${context.name}`,
    version: 2,
    context: { description: 'd', input: {}, ...context },
  }) as unknown as Crumb<typeof ToolDef>;
const config = (context: ToolConfigV1) => ({ context }) as unknown as Crumb<typeof ToolConfig>;
const all = () => true;

describe('the tool catalog', () => {
  it('describes each tool, sorted by name', () => {
    const definitions = [
      definition({ name: 'mail', runner: 'mailer', source: 'service:mailer', effect: 'at_most_once' }),
      definition({ name: 'add', category: 'math', persistence: 'session' }),
    ];
    expect(catalogOf({ definitions, configs: [], isRun: all })).toEqual({
      name: 'default',
      tools: [
        {
          id: 'id of add',
          version: 2,
          name: 'add',
          description: 'd',
          category: 'math',
          effect: 'repeatable',
          persistence: 'session',
          available: true,
        },
        {
          id: 'id of mail',
          version: 2,
          name: 'mail',
          description: 'd',
          runner: 'mailer',
          source: 'service:mailer',
          effect: 'at_most_once',
          persistence: 'turn',
          available: true,
        },
      ],
    });
  });

  it('prefers the operator’s configuration over the definition', () => {
    const configs = [config({ tool: 'add', effect: 'at_most_once', persistence: 'day', enabled: false })];
    const { tools } = catalogOf({ definitions: [definition({ name: 'add' })], configs, isRun: all });
    expect(tools).toMatchObject([{ effect: 'at_most_once', persistence: 'day', available: false }]);
  });

  it('marks a tool that no service runs as unavailable', () => {
    const { tools } = catalogOf({ definitions: [definition({ name: 'add' })], configs: [], isRun: () => false });
    expect(tools).toMatchObject([{ name: 'add', available: false }]);
  });

  it('marks a tool that lacks a setting as unavailable, and says which', () => {
    const definitions = [definition({ name: 'web', unavailable: 'Set WEB_URL.' })];
    const { tools } = catalogOf({ definitions, configs: [], isRun: all });
    expect(tools).toMatchObject([{ name: 'web', available: false, unavailable: 'Set WEB_URL.' }]);
  });

  it('names the MCP servers, and why one is unavailable', () => {
    const sources = [
      { name: 'built-in', tools: 9 },
      { name: 'mcp:files', tools: 3 },
      { name: 'mcp:broken', tools: 0, trouble: 'spawn no-such-command ENOENT' },
    ];
    expect(catalogOf({ definitions: [], configs: [], isRun: all, sources }).servers).toEqual([
      { name: 'broken', available: false, trouble: 'spawn no-such-command ENOENT' },
      { name: 'files', available: true },
    ]);
  });

  it('does not depend on the order of its input', () => {
    const definitions = ['b', 'a', 'c'].map((name) => definition({ name }));
    const build = (of: typeof definitions) => catalogOf({ definitions: of, configs: [], isRun: all });
    expect(build(definitions)).toEqual(build([...definitions].reverse()));
  });
});
