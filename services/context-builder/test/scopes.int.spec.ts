import { SessionSummary, unpackAccount, type AgentContextV1, type Envelope } from '@crumbtrail/contracts';
import { Replay } from '@crumbtrail/contracts/operations/recorded-contexts';
import { useBuilder } from './use-builder';

const running = useBuilder();

const TODAY = {
  format: 'turn' as const,
  sources: [{ type: 'recent' as const, since: 'day' }, { type: 'scopes' as const }],
};

/** The context of a turn on a new message. */
async function contextOf(content: string): Promise<Envelope<AgentContextV1>> {
  const turn = await running.scene.openTurn(await running.scene.say(content));
  const context = await running.scene.contextFor(turn);
  await running.scene.stopTurn(turn);
  return context;
}

const textOf = ({ context }: Envelope<AgentContextV1>): string => context.formatted_context ?? '';

describe('a source that is limited to a scope', () => {
  it('has only what was said since the scope began, and the account says in which scope the rest was said', async () => {
    const { scene } = running;
    await scene.configure(TODAY);
    await scene.advance('Day 3');
    const [yesterday] = await scene.import([{ text: 'Bob lied about the well.' }]);
    await scene.advance('Day 4');
    await scene.import([{ text: 'The baker was at the mill.' }]);
    const context = await contextOf('Who lied?');
    expect(textOf(context)).toContain('The baker was at the mill.');
    expect(textOf(context)).toContain('Day 4 begins.');
    expect(textOf(context)).not.toMatch(/Bob lied|Day 3/);
    const row = unpackAccount(context.context.account as never).find(({ id }) => id === yesterday);
    expect(row).toMatchObject({ decision: 'scope_ended', reason: 'said in Day 3, which has ended' });
  });

  it('shows its conversation without headings of calendar days', async () => {
    const { scene } = running;
    await scene.configure(TODAY);
    await scene.import([{ text: 'The baker was at the mill.', occurred_at: '2026-01-01T23:59:00Z' }]);
    const text = textOf(await contextOf('Who was there?'));
    expect(text).toContain("## Today's transcript\nUser: The baker was at the mill.");
    expect(text).not.toContain('Before today');
  });

  it('is replayed byte for byte after the next scope has begun', async () => {
    const { scene, store } = running;
    await scene.configure(TODAY);
    await scene.advance('Day 3');
    await scene.import([{ text: 'Bob lied about the well.' }]);
    const context = await contextOf('Who lied?');
    expect(textOf(context)).toContain('Bob lied about the well.');
    await scene.advance('Day 4');
    const client = await store.asOperator(scene.workspace);
    expect(await client.request(Replay, { context: context.id })).toMatchObject({ identical: true, differs: [] });
    expect(textOf(await contextOf('And now?'))).not.toContain('Bob lied about the well.');
  });

  it('leaves the texts of a scope that has ended to another source that finds them', async () => {
    const { scene } = running;
    await scene.configure({ sources: [{ type: 'recent', since: 'day' }, { type: 'text' }] });
    await scene.import([{ text: 'Bob lied about the well.' }, { text: 'Flour costs two coins.' }]);
    await scene.advance('Day 4');
    const text = textOf(await contextOf('Who lied about the well?'));
    expect(text).toContain('Bob lied about the well.');
    expect(text).not.toContain('Flour');
  });

  it('is preceded by the summaries of scopes that have ended, where the words themselves are not shown', async () => {
    const { scene } = running;
    const summaries = { type: 'latest' as const, schemas: [SessionSummary.name], section: 'summaries' as const };
    await scene.configure({ format: 'turn', sources: [{ type: 'recent', since: 'day' }, summaries] });
    await scene.advance('Day 3');
    await scene.import([{ text: 'Bob lied about the well.' }, { text: 'Flour costs two coins.' }]);
    await scene.advance('Day 4');
    const summary = { session: 'demo', scope: { level: 'day', name: 'Day 3' }, text: 'Bob was accused.' };
    await scene.write({ schema_name: SessionSummary.name, context: summary });
    const text = textOf(await contextOf('What happened?'));
    expect(text).toContain('## Summaries\n  Day 3: Bob was accused.');
    expect(text).not.toMatch(/about the well|Flour/);
  });
});
