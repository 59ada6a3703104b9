import type { Crumb, CrumbAuthor, ToolDef, ToolDefV1 } from '@crumbtrail/contracts';
import { runnerMarks } from './runner-marks';

const OPERATOR = { kind: 'user', id: 'operator' } as const;
const definition = (context: Partial<ToolDefV1>, author: CrumbAuthor = OPERATOR) =>
  ({
    id: 'd',
    version: 3,
    author,
    context: { name: 'check_will', description: 'Reads a will.', input: {}, ...context },
  }) as unknown as Crumb<typeof ToolDef>;
const isRun = ({ runner, name, code }: Partial<ToolDefV1>): boolean =>
  runner === 'weather' || name === 'echo' || code !== undefined;
const reasons = (...all: Crumb<typeof ToolDef>[]) =>
  runnerMarks(all, isRun).map(
    (write) => (write as unknown as { patch: { context: ToolDefV1 } }).patch.context.unavailable,
  );
const NOBODY = 'No process runs it: no service nobody has ever been connected. Start it, or correct `runner`.';

describe('runnerMarks', () => {
  test('say why a tool is unavailable that no process runs', () => {
    expect(reasons(definition({ runner: 'nobody' }), definition({}))).toEqual([
      NOBODY,
      'No process runs it: it has no `code`, and tool-runner has no tool of this name.',
    ]);
    expect(runnerMarks([definition({ runner: 'nobody' })], isRun)).toMatchObject([{ id: 'd', if_match: 3 }]);
  });

  test('are taken back once somebody runs it, and stand where nobody does', () => {
    expect(reasons(definition({ runner: 'weather', unavailable: NOBODY }))).toEqual([undefined]);
    expect(reasons(definition({ runner: 'nobody', unavailable: NOBODY }))).toEqual([]);
  });

  test('leave alone what a process runs, what lacks something else, and what its runner or a server has defined', () => {
    const all = [
      definition({ runner: 'weather' }),
      definition({ name: 'echo' }),
      definition({ code: 'export default () => 1' }),
      definition({ runner: 'nobody', unavailable: 'The key is not set.' }),
      definition({ runner: 'loop' }, { kind: 'agent', id: 'loop' }),
      definition({}, { kind: 'service', id: 'tool-runner' }),
      definition({ source: 'mcp:files' }),
    ];
    expect(reasons(...all)).toEqual([]);
  });
});
