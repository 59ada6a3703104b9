import { toolClaimKey, ToolTried, toolResponseId, ToolTry, type Draft } from '@crumbtrail/contracts';
import { ann, numberedId, root, W } from '../../test/ledgers';
import { createdOne, other, recipients, runner, WorkingTurn } from '../../test/working-turn';
import { partOf, resultOf, startOf, timerFor } from '../../test/tool-drafts';

const tryOf = (more: object = {}): Draft => ({
  schema_name: ToolTry.name,
  context: {
    tool: 'echo',
    tool_def: { id: numberedId(70), version: 1 },
    input: { text: 'hi' },
    runner: 'tool-runner',
    begin_by: '2030-01-01T00:00:00Z',
    ...more,
  },
});

const triedOf = (request: string, more: object = {}): Draft => ({
  schema_name: ToolTried.name,
  context: { request: { id: request }, tool: 'echo', status: 'ok', text: 'hi', ...more },
});

/** A tool trial that root requests. */
function tried(): { work: WorkingTurn; id: string; key: string } {
  const work = WorkingTurn.ofPool();
  const reply = work.write('', undefined, root, tryOf()) as { results: { id: string }[] };
  const id = reply.results[0]?.id as string;
  return { work, id, key: toolClaimKey(id) };
}

describe('a tool trial', () => {
  it('is sent to its runner and answered once under the claim, for operators only, on its own trail', () => {
    const { work, id, key } = tried();
    const fence = work.claim(key, runner);
    expect(work.write(key, fence, runner, startOf(id))).toMatchObject(createdOne);
    expect(work.write(key, fence, runner, triedOf(id))).toMatchObject(createdOne);
    const [asked, answer] = [work.crumb(id), work.crumb(toolResponseId(W, id))];
    expect([asked, answer]).toMatchObject([
      { author_id: 'root', audience: [], session: null, trail_id: id },
      { author_id: 'tool-runner', audience: [], session: null, trail_id: id, cause_id: id },
    ]);
    expect(recipients(work.ledger)).toMatchObject({ [ToolTry.name]: 'tool-runner', [ToolTried.name]: null });
    expect(work.write(key, fence, runner, triedOf(id, { text: 'other' }))).toMatchObject({
      results: [{ existed: true }],
    });
  });

  it('is created only by operators', () => {
    const { work } = tried();
    for (const who of [ann, runner, other]) expect(work.write('', undefined, who, tryOf())).toBe('wrong_writer');
  });

  it.each<[string, (id: string, work: WorkingTurn) => Draft, string]>([
    ['with a tool response for an agent', (id, work) => resultOf(work.of, {}, id), 'wrong_writer'],
    ['with requests for other tools', (id, work) => partOf(work.of, 'a', { parent: { id } }), 'wrong_writer'],
    ['as another tool', (id) => triedOf(id, { tool: 'other' }), 'invalid_payload'],
  ])('cannot be answered %s', (_how, draft, refusal) => {
    const { work, id, key } = tried();
    expect(work.write(key, work.claim(key, runner), runner, draft(id, work))).toBe(refusal);
  });

  it('is answered only by its runner, and only under the claim', () => {
    const { work, id, key } = tried();
    expect(work.write(key, undefined, runner, triedOf(id))).toBe('stale_fence');
    expect(work.write(key, 1, other, triedOf(id))).toBe('wrong_writer');
    expect(work.claim(key, other)).toBe('not_found');
  });

  it('cannot be answered in place of an agent’s tool request', () => {
    const work = WorkingTurn.ofPool();
    work.requestTool();
    const id = work.of.turn;
    expect(work.write(toolClaimKey(id), work.claim(toolClaimKey(id), runner), runner, triedOf(id))).toBe('not_found');
  });

  it('restricts crumbs that the tool writes to operators, regardless of the audience that the tool sets', () => {
    const { work, id, key } = tried();
    const note = timerFor(id, { audience: 'all' });
    const reply = work.write(key, work.claim(key, runner), runner, note) as { results: { id: string }[] };
    expect(work.crumb(reply.results[0]?.id as string)).toMatchObject({ audience: [], cause_id: id });
  });
});
