import {
  AgentResponse,
  checkConfig,
  UserMessage,
  type Candidate,
  type Envelope,
  type RetrieveReply,
  type RetrieveRequest,
} from '@crumbtrail/contracts';
import type { WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import * as fc from 'fast-check';
import { anyCandidates, anyOverrides } from '../../../test/arbitrary';
import { candidate, id } from '../../../test/crumbs';
import { config, DEFINITION, envelope, InMemoryReader, TRIGGER } from '../../../test/in-memory-reader';
import { CONTEXT, recordContext } from '../../../test/recorded';
import { BuildCaches } from '../../build-caches';
import { buildContext } from '../../pipeline';
import { gatherReplan } from '../gather-replan';
import { loadRecordedContext } from '../load-recorded';
import { RecordedRebuild, type TriedSettings } from './recorded-rebuild';
import { answerWhyNot } from './why-not';

/** Scores as the store gives them: shares of the best one, with six digits; less for long texts. */
class SharingReader extends InMemoryReader {
  override async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    const reply = await super.retrieve(request);
    const shared = (all: readonly Candidate[]): Candidate[] => {
      const worth = ({ score, tokens }: Candidate): number => score / (1 + tokens / 20);
      const best = Math.max(...all.map(worth), Number.MIN_VALUE);
      return all.map((one) => ({ ...one, score: Math.round((1e6 * worth(one)) / best) / 1e6 }));
    };
    return {
      ...reply,
      sources: reply.sources.map(({ name, candidates }) => ({ name, candidates: shared(candidates) })),
    };
  }
}

const toCrumb = ({ id, session, author, occurred_at, position, text }: Candidate): Envelope =>
  author.kind === 'agent'
    ? envelope(AgentResponse, { action: 'speak', content: text }, { id, session, author, occurred_at, position })
    : envelope(UserMessage, { content: text }, { id, session, author, occurred_at, position });

/** A recorded context of these candidates, and what can be asked about it. */
async function record(found: readonly Candidate[], settings: Parameters<typeof config>[0]) {
  const crumbs = [DEFINITION, TRIGGER, config(settings)];
  const { crumb, built } = await recordContext(crumbs, found, {}, SharingReader);
  const reader = new SharingReader([crumb, ...crumbs, ...found.map(toCrumb)], found);
  const recorded = await loadRecordedContext(CONTEXT, reader);
  const caches = new BuildCaches();
  const openRebuild = async (): Promise<RecordedRebuild> => {
    const reading = { reader, validator: caches.overrides, asRecorded: true };
    const input = await gatherReplan({ context: CONTEXT }, recorded, reading);
    return new RecordedRebuild(input, reader, (one, ports) =>
      buildContext(one, { ports, caches, contextWindow: 32_768 }),
    );
  };
  return {
    built,
    ask: (text: string): Promise<WhyNotReply> => answerWhyNot(text, { recorded, reader, openRebuild }),
    /** Whether a replan with these settings keeps it. */
    keeps: async (key: string, { budget, config: changed }: TriedSettings): Promise<boolean> => {
      const request = { context: CONTEXT, ...(budget ? { budget } : {}), ...(changed ? { config: changed } : {}) };
      const input = await gatherReplan(request, recorded, { reader, validator: caches.overrides });
      const { items } = await buildContext(input, { ports: reader, caches, contextWindow: 32_768 });
      return items.some((row) => row.decision === 'kept' && `${row.id}@${row.version}#${row.chunk}` === key);
    },
  };
}

const VERDICTS = ['in', 'out', 'never_considered', 'not_said'];

describe('why not', () => {
  test('ends in one verdict for any text, store and config, and its smallest change is true when applied', () =>
    fc.assert(
      fc.asyncProperty(anyCandidates, anyOverrides, fc.nat(), async (found, settings, nth) => {
        fc.pre(checkConfig(settings).length === 0);
        const one = found[nth % Math.max(1, found.length)];
        const { built, ask, keeps } = await record(found, settings);
        const key = one ? `${one.id}@1#${one.chunk}` : `${id(1)}@1#0`;
        const { verdict, change, answer } = await ask(key);
        expect(VERDICTS).toContain(verdict);
        expect(answer).not.toMatch(/undefined|NaN/);
        const row = built.items.find((item) => `${item.id}@${item.version}#${item.chunk}` === key);
        expect(verdict === 'in').toBe(row?.decision === 'kept');
        if (!change) return;
        expect(await keeps(key, change)).toBe(true);
        const { budget, config: changed } = change;
        if (budget && !changed) expect(await keeps(key, { budget: { max_tokens: budget.max_tokens - 1 } })).toBe(false);
      }),
      { numRuns: 30 },
    ));

  const talk = Array.from({ length: 40 }, (_, n) =>
    candidate(n + 1, `And now the port of server ${n + 1} is ${8000 + n}, said number ${n * 7}.`),
  );
  const narrow = { budget: { max_tokens: 200 }, sources: [{ type: 'recent', limit: 40 }, { type: 'hybrid' }] } as const;

  test('names the fewest tokens more that let a text in, and one fewer does not', async () => {
    const { ask, keeps } = await record(talk, narrow as never);
    const { verdict, change, considered } = await ask('the port of server 20 is 8019');
    expect([verdict, considered?.decision]).toEqual(['out', 'over_budget']);
    const enters = change?.budget?.max_tokens ?? 0;
    expect(change?.says).toBe(`${enters - 200} tokens more: enters at ${enters}`);
    const key = `${id(20)}@1#0`;
    expect([
      await keeps(key, { budget: { max_tokens: enters } }),
      await keeps(key, { budget: { max_tokens: enters - 1 } }),
    ]).toEqual([true, false]);
  });

  test('names the fewest tokens more for a text that gave way to a newer one with another number', async () => {
    const said = 'And now the dashboard of the Lisbon office runs behind the proxy on port';
    const ports = [8443, 9443, 7443, 6443].map((port, n) => candidate(n + 1, `${said} ${port}.`));
    const settings = { sources: [{ type: 'hybrid' }], recent_exchanges: 0, budget: { max_tokens: 64 } };
    const { ask, keeps } = await record(ports, settings as never);
    const { considered, change } = await ask('proxy on port 8443');
    expect(considered?.decision).toBe('superseded');
    expect(considered?.reason).toContain(id(4));
    const enters = change?.budget?.max_tokens ?? 0;
    const key = `${id(1)}@1#0`;
    const at = (max_tokens: number): Promise<boolean> => keeps(key, { budget: { max_tokens } });
    expect([await at(enters), await at(enters - 1)]).toEqual([true, false]);
  });

  test('names how much more score lets a text in, and a higher floor does not', async () => {
    const sources = [
      { type: 'recent', limit: 1 },
      { type: 'hybrid', floor: 0.9 },
    ] as const;
    const weak = candidate(50, `Nobody mentioned ports until now, when the cook asked: ${'and so it was, '.repeat(9)}`);
    const { ask, keeps } = await record([weak, ...talk.slice(0, 3)], { sources, recent_exchanges: 0 } as never);
    const reply = await ask('nobody mentioned ports');
    expect(reply.considered?.decision ?? reply.verdict).toBe('below_floor');
    expect(reply.answer).toMatch(
      /^Considered and left out.*: not relevant enough \(.*\)\. The budget has room for it \([\d,]+ tokens\), but /,
    );
    const change = reply.change ?? { says: '' };
    const key = `${id(50)}@1#0`;
    expect(await keeps(key, change)).toBe(true);
    const [recent, hybrid] = change.config?.sources ?? [];
    const higher = { ...hybrid, floor: (hybrid?.floor ?? 0) + 0.0001 };
    expect(await keeps(key, { config: { sources: [recent, higher] } } as TriedSettings)).toBe(false);
    expect(change.says).toMatch(/^0\.\d+ more score: the floor of source hybrid is 0\.9/);
  });

  test('says where a text is that is in the context, and that the message is the message', async () => {
    const { ask } = await record(talk, narrow as never);
    expect(await ask('server 40 is 8039')).toMatchObject({ verdict: 'in', place: { section: 'recent' } });
    expect(await ask('And now?')).toMatchObject({ verdict: 'in', place: { section: 'message', entry: 1, of: 1 } });
  });

  test('says that nobody said it where no text has two thirds of the words, and names the nearest', async () => {
    const { ask } = await record(talk, narrow as never);
    const reply = await ask('the colour of the kitchen door');
    expect(reply).toMatchObject({ verdict: 'not_said' });
    expect(await ask(id(4711))).toEqual({
      context: CONTEXT,
      asked: id(4711),
      verdict: 'not_said',
      answer: expect.stringContaining('Not said'),
    });
  });
});
