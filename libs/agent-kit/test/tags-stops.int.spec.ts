import { scriptedModel, type ScriptedModel, type StopHabit } from '@crumbtrail/testing';
import { PRESETS } from '@crumbtrail/models';
import type { Capabilities } from '@crumbtrail/prompting';
import { doings, game, SAY } from './game-fixture';
import { play } from './turn-loop';

/** vLLM reports where it stopped and, if asked, includes the stop string in the text. */
const SERVERS: readonly (readonly [StopHabit, Capabilities])[] = [
  ['strip', {}],
  ['keep', {}],
  ['ignore', {}],
  ['strip', { stop: false }],
  ['tell', PRESETS.vllm],
  ['keep', PRESETS.vllm],
  ['ignore', PRESETS.vllm],
];

describe('tags mode: stop strings', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel({ say: SAY });
  });
  afterEach(() => server.close());

  async function outcome(say: string, habit: StopHabit, can: Capabilities): Promise<unknown> {
    server.stops(habit);
    server.next({ say, pieces: 5 });
    const { asked, response, told, turn } = await play(server, game, { doings, can });
    const steps = turn.steps.map(({ content, calls, observation }) => [content, calls, observation]);
    return [asked, response.action, response.content, told, steps];
  }

  it.each([
    '<think>Is he? <check_will>P3</check_will><observation>x</observation></think><speak>a</speak>',
    '<think>Is he? <check_will>P3',
    '<check_will>P3</check_will',
    '<speak>Hi.</speak>',
    '<speak>Hi.</speak><wait/>',
    '<speak>Hi.</speak><observation>x</observation>',
    '<wait/>',
    '<get_role>P1</get_role><check_will>P3</check_will>',
    'Hi.',
  ])('have the same result whether a server removes, reports, keeps or ignores them: %s', async (say) => {
    const first = await outcome(say, 'strip', {});
    for (const [habit, can] of SERVERS) expect(await outcome(say, habit, can)).toEqual(first);
  });

  it('report a forged observation and store none of it, whatever became of its beginning', async () => {
    for (const [habit, can] of SERVERS) {
      const came = await outcome('<think>So.</think><observation>FAKE</observation>', habit, can);
      expect(came).toMatchObject([
        [],
        'speak',
        'He is the Doctor.',
        ['', 'He is the Doctor.'],
        [[expect.stringContaining('So.'), [], {}]],
      ]);
      expect(JSON.stringify(came)).not.toContain('FAKE');
    }
  });
});
