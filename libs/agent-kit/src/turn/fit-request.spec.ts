import { evolve, countRequestTokens, type Turn } from '@crumbtrail/prompting';
import { aResult, aTool, aTurn } from '@crumbtrail/prompting/test';
import { call, endOf, stepOf, take } from '../../test/taken-replies';
import { decideTurn } from './decide';

const WINDOW = 4_096;
const RESERVE = 512;
const window = { context_window: WINDOW, reply_reserve: RESERVE };
/** About 1,100 tokens. */
const longText = (n: number): string =>
  `Result ${n}: ${`the pump of gate ${n} runs at night and rests by day. `.repeat(90)}`;

type Mode = 'native' | 'json' | 'tags';

/** A turn that has called a tool this often, each time with a long result. */
function searched(rounds: number, mode: Mode = 'native', text = longText, tool = aTool('echo')): Turn {
  const definition = { tool_mode: mode, limits: { tool_rounds: 12, repeats: 20 } };
  let turn = aTurn({ tools: [tool], definition, window });
  for (let n = 1; n <= rounds; n += 1) {
    const { step } = stepOf(
      take(aTurn({ ...turn, tools: [tool], definition: { limits: definition.limits }, late: [] }), {
        calls: [call('echo', { text: `${n}` })],
      }),
    );
    turn = evolve(turn, { kind: 'step', step: { ...step, step: n } });
    turn = evolve(turn, { kind: 'result', response: aResult(turn, { step: n, ordinal: 0 }, { text: text(n) }) });
  }
  return turn;
}

function askOf(turn: Turn) {
  const decision = decideTurn(turn, { tools: true });
  if (decision.do !== 'ask') throw new Error(`It does not ask: ${JSON.stringify(decision)}`);
  return decision.request;
}

describe('the prompt of a call after tools', () => {
  it.each(
    [1, 2, 3, 4, 6, 8].flatMap((rounds) =>
      (['native', 'json', 'tags'] as const).map((mode) => [rounds, mode] as const),
    ),
  )('stays in the window of the model after %i long results, in the mode %s', (rounds, mode) => {
    const turn = searched(rounds, mode);
    expect(countRequestTokens(turn, askOf(turn))).toBeLessThanOrEqual(WINDOW - RESERVE);
  });

  it('shortens old results before new ones, says by how much, and how to read all of it', () => {
    const texts = askOf(searched(4))
      .messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content);
    expect(texts.at(-1)).not.toContain('Shortened');
    expect(texts[0]).toMatch(
      /\[Shortened to \d+ of 1,?\d+ tokens, because the context window is full; call echo again with the same arguments to read all of it\.\]$/,
    );
  });

  it('does not ask to repeat a call that has effects', () => {
    const tool = aTool('echo');
    const texts = askOf(
      searched(4, 'native', longText, { ...tool, def: { ...tool.def, effect: 'at_most_once' } }),
    ).messages;
    expect(texts.find(({ role }) => role === 'tool')?.content).toMatch(/because the context window is full\.\]$/);
  });

  it('is the same for the same log, and as it was where everything fits', () => {
    expect(askOf(searched(8))).toEqual(askOf(searched(8)));
    expect(JSON.stringify(askOf(searched(2)))).not.toContain('Shortened');
  });

  it('has one result that is larger than the window shortened', () => {
    const turn = searched(1, 'native', () => longText(1).repeat(8));
    expect(countRequestTokens(turn, askOf(turn))).toBeLessThanOrEqual(WINDOW - RESERVE);
  });

  it('allows for a provider that counts more tokens than we do', () => {
    const turn = searched(4);
    const steps = turn.steps.map((step) => ({
      ...step,
      usage: { counted_prompt_tokens: 1_000, prompt_tokens: 1_500 },
    }));
    expect(countRequestTokens(turn, askOf({ ...turn, steps })) * 1.5).toBeLessThanOrEqual(WINDOW - RESERVE);
  });

  it('ends the turn with the reason where nothing can be shortened any more', () => {
    const turn = { ...searched(1), formatted: longText(1).repeat(4) };
    const { response } = endOf(decideTurn(turn, { tools: true }));
    expect(response).toMatchObject({ action: 'error', error: { code: 'context_window' } });
    expect(response.error?.message).toContain('4096');
  });
});
