import { contentHash } from '@crumbtrail/contracts';
import { render } from '../render';
import type { Renderable } from '../record-view';
import { checkRenderings, compareWithFresh } from './check-renderings';
import { sampleRendering, takeSample } from './sampled-rendering';

const context = { rows: [{ n: 1 }, { n: 2 }] };
const crumb: Renderable = {
  schema_name: 'some.note.v1',
  schema_hints: {},
  llm_hints: { template: 'sum {{sum}}', transform: { sum: { type: 'jq', query: '.rows | map(.n) | add' } } },
  content_hash: contentHash(context),
  context,
};

describe('the check of renderings', () => {
  it('takes the latest rendering of hints that run something, once, also from the cache', () => {
    expect([render(crumb).text, render(crumb).text]).toEqual(['sum 3', 'sum 3']);
    expect(takeSample()).toEqual({ crumb, text: 'sum 3' });
    expect(takeSample()).toBeUndefined();
  });

  it('finds no difference where the text is right, and names the schema but no text where it is wrong', async () => {
    await compareWithFresh({ crumb, text: 'sum 3' });
    const wrong = compareWithFresh({ crumb, text: 'what another crumb says' });
    await expect(wrong).rejects.toThrow(/A rendering of some\.note\.v1 .* differs from a fresh one/);
    await expect(wrong).rejects.not.toThrow(/another crumb/);
  });

  it('reports a difference by itself', async () => {
    sampleRendering(crumb, 'what another crumb says');
    const over = new AbortController();
    const error = await new Promise<Error>((resolve) => checkRenderings(resolve, over.signal, 5));
    over.abort();
    expect(error.message).toContain('differs from a fresh one');
  });
});
