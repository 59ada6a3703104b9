import type { Agent } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { toolSettings, toolAvailability, joinTools } from './tool-entries';

const crumb = (context: object): Envelope => ({ context }) as unknown as Envelope;
const agent = (name: string, tools?: string[]): Agent => ({ agent: name, tools }) as unknown as Agent;

const tools = joinTools({
  definitions: ['pay', 'dice', 'new', 'shop__look', 'web'].map((name) =>
    crumb({
      name,
      timeout_ms: 5_000,
      effect: 'at_most_once',
      ...(name === 'web' && { unavailable: 'Set WEB_URL.' }),
    }),
  ),
  configs: [crumb({ tool: 'dice', effect: 'repeatable', timeout_ms: 100 }), crumb({ tool: 'pay', enabled: false })],
  catalogs: [
    crumb({
      tools: [
        { name: 'dice', available: true },
        { name: 'pay', available: false },
        { name: 'shop__look', available: false },
      ],
    }),
  ],
  agents: [agent('assistant', ['dice', 'shop__*']), agent('quiet'), agent('all', ['shop__look', 'pay'])],
});
const tool = (name: string) => tools.find((one) => one.crumb.context.name === name)!;

describe('joinTools', () => {
  it('returns every defined tool, sorted by name', () => {
    expect(tools.map((one) => one.crumb.context.name)).toEqual(['dice', 'new', 'pay', 'shop__look', 'web']);
  });

  it('toolAvailability tells disabled, unavailable, new and unset tools apart', () => {
    expect(['dice', 'pay', 'shop__look', 'new', 'web'].map((name) => toolAvailability(tool(name)))).toEqual([
      'available',
      'off',
      'away',
      'unknown',
      'unset',
    ]);
  });

  it('lists the agents a tool is granted to, by name or by prefix', () => {
    expect(['dice', 'shop__look', 'new'].map((name) => tool(name).granted)).toEqual([
      ['assistant'],
      ['assistant', 'all'],
      [],
    ]);
  });

  it('toolSettings prefers the settings of an operator to the definition', () => {
    expect(toolSettings(tool('dice'))).toEqual({
      effect: 'repeatable',
      persistence: 'turn',
      timeout_ms: 100,
      runner: 'tool-runner',
    });
    expect(toolSettings(tool('new'))).toMatchObject({ effect: 'at_most_once', timeout_ms: 5_000 });
  });
});
