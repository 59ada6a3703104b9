import type { ToolDefV1 } from '@crumbtrail/contracts';
import {
  applyToolConfigs,
  filterGranted,
  resultScope,
  selectTools,
  type DefinedTool,
  type ToolGrants,
  type SelectedTools,
} from './tool-selection';

const tool = (name: string, description: string, more: Partial<ToolDefV1> = {}): DefinedTool => ({
  id: `id-of-${name}`,
  version: 1,
  def: { name, description, input: { type: 'object' }, ...more },
});

const tools = [
  tool('calculator', 'Computes an arithmetic expression.'),
  tool('dice', 'Rolls dice, as 2d6+1.'),
  tool('mail__send', 'Sends a mail to a person.'),
  tool('mail__list', 'Lists mails.'),
  tool('weather', 'Tells the weather forecast of a city.', {
    input: { type: 'object', properties: { city: { type: 'string' } } },
  }),
];
const costOf = (defs: readonly ToolDefV1[]): number => 10 * defs.length;
const offered = (toolGrants: ToolGrants, message: string, all = tools): SelectedTools =>
  selectTools(filterGranted(toolGrants, all), { toolGrants, message, costOf });
const names = (granted: string[], message = 'hello', tool_options = {}) =>
  offered({ tools: granted, tool_options }, message).tools.map(({ name }) => name);

describe('selected tools', () => {
  it('are those granted by name or prefix, and no others', () => {
    expect(names(['dice', 'mail__*'])).toEqual(['dice', 'mail__list', 'mail__send']);
    expect(names(['no_such_tool'])).toEqual([]);
    expect(names([])).toEqual([]);
  });

  it('are ordered by name while all fit, regardless of the message', () => {
    expect(names(['w*', 'calculator'], 'what is the weather')).toEqual(['calculator', 'weather']);
  });

  it('are the most relevant to the message where not all fit, best first', () => {
    const all = ['calculator', 'dice', 'mail__*', 'weather'];
    expect(names(all, 'What is the weather in the city of Bern?', { max_tools: 1 })).toEqual(['weather']);
    expect(names(all, 'roll some dice for me', { max_tools: 2 })[0]).toBe('dice');
    expect(names(all, 'send two mails', { max_tools: 2 })).toEqual(['mail__send', 'mail__list']);
  });

  it('are the same for any order of the definitions', () => {
    const toolGrants = { tools: ['calculator', 'dice', 'mail__*', 'weather'], tool_options: { max_tools: 3 } };
    expect(offered(toolGrants, 'xyzzy', [...tools].reverse())).toEqual(offered(toolGrants, 'xyzzy'));
  });

  it('come with the number left out and their cost in tokens', () => {
    const toolGrants = { tools: ['mail__*', 'dice'], tool_options: { max_tools: 2 } };
    expect(offered(toolGrants, 'mail')).toMatchObject({ beyond: 1, tokens: 20 });
  });

  it('are at most nine in digit mode, or nine groups of nine where groups are configured', () => {
    const many = Array.from({ length: 20 }, (_, at) => tool(`tool_${at}`, `Number ${at}.`));
    const toolGrants = { tools: ['tool_*'], tool_mode: 'digit' as const };
    expect(offered(toolGrants, '', many).tools).toHaveLength(9);
    const groups = { ...toolGrants, tool_options: { over_nine: 'groups' as const } };
    expect(offered(groups, '', many).tools).toHaveLength(20);
  });

  it('add a source for earlier results where a granted tool keeps them', () => {
    const of = (...classes: (ToolDefV1['persistence'] | undefined)[]) =>
      resultScope(classes.map((persistence, at) => tool(`t${at}`, 'x', persistence ? { persistence } : {})));
    expect([of(), of(undefined, 'turn'), of('turn', 'day'), of('session'), of('day', 'permanent')]).toEqual([
      null,
      null,
      'session',
      'session',
      'everywhere',
    ]);
  });

  it("follow the operator's configuration, without tools that are switched off", () => {
    const crumbs = [tool('dice', 'Rolls.'), tool('mail', 'Sends.')].map(({ def, ...ref }) => ({
      ...ref,
      context: def,
    }));
    const all = applyToolConfigs(crumbs, [
      { context: { tool: 'dice', enabled: false } },
      { context: { tool: 'mail', persistence: 'day' } },
    ]);
    expect(all.map(({ def }) => [def.name, def.persistence])).toEqual([['mail', 'day']]);
    expect(applyToolConfigs(crumbs, []).map(({ def }) => def)).toEqual(crumbs.map(({ context }) => context));
  });

  it('leave out tools that lack a setting', () => {
    const { def, ...ref } = tool('visit_link', 'Fetches.');
    const unset = { ...ref, context: { ...def, unavailable: 'Set VISIT_LINK_HOSTS.' } };
    expect(applyToolConfigs([unset], [])).toEqual([]);
  });
});
