import { createLogger, NestLogger } from './logger';
import { PRODUCT_VERSION } from './product-version';

const lines: Record<string, unknown>[] = [];
const to = { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) };
beforeEach(() => lines.splice(0));

describe('a log line', () => {
  it('is JSON with its service, the version, its level by name and the time', () => {
    createLogger('gateway', 'info', to).info({ turn: 't1' }, 'opened');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        station: 'gateway',
        version: PRODUCT_VERSION,
        turn: 't1',
        msg: 'opened',
      },
    ]);
    expect(PRODUCT_VERSION).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('holds an error with its stack and its cause', () => {
    createLogger('gateway', 'info', to).error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed');
    expect(lines[0]?.['err']).toMatchObject({
      type: 'Error',
      message: expect.stringContaining('inner'),
      stack: expect.stringContaining('logger.spec'),
    });
  });

  it('from Nest keeps its context, and the messages of a boot go to debug', () => {
    const nest = new NestLogger(createLogger('gateway', 'debug', to));
    nest.log('AppModule dependencies initialized', 'InstanceLoader');
    nest.warn('careful', 'OnAgentTurn');
    nest.error('it broke', 'Error: it broke\n  at x', 'OnAgentTurn');
    nest.error(new Error('thrown'), 'OnAgentTurn');
    expect(lines.map(({ level, msg, context }) => [level, msg, context])).toEqual([
      ['debug', 'AppModule dependencies initialized', 'InstanceLoader'],
      ['warn', 'careful', 'OnAgentTurn'],
      ['error', 'it broke', 'OnAgentTurn'],
      ['error', 'thrown', 'OnAgentTurn'],
    ]);
    expect(lines[2]?.['stack']).toContain('at x');
  });
});
