import type { SessionTalkReply, SessionV1 } from '@crumbtrail/contracts';
import { chooseSpeakers, type ChosenSpeakers } from './choose-speakers';
import { crumb, definition } from '../test/crumbs';

type SessionMember = NonNullable<SessionV1['members']>[number];

const agentIds = ({ speakers }: ChosenSpeakers): string[] =>
  speakers.map(({ definition: { context } }) => context.agent);
const reasons = ({ speakers }: ChosenSpeakers): string[] => speakers.map(({ reason }) => reason);

/** The choice about a message among these members, who all could speak. */
function choose(
  members: readonly Partial<SessionMember>[],
  more: Partial<SessionV1> & { content?: string; id?: string; talk?: Partial<SessionTalkReply>; tags?: string[] } = {},
): ChosenSpeakers {
  const { content = 'hello', id, talk, tags = [], ...session } = more;
  const all = members.map((one) => ({ kind: 'agent' as const, id: 'a', ...one }));
  const message = crumb({ context: { content }, tags, ...(id === undefined ? {} : { id }) });
  return chooseSpeakers(session.strategy ?? 'natural', {
    crumb: message,
    message,
    session: { name: 'demo', members: all, ...session },
    candidates: all.map(({ id: agent }) => definition(agent)),
    ...(talk ? { talk: { speakers: [], turns: 0, rounds: 1, silent: false, ...talk } } : {}),
  });
}

const seeds = Array.from({ length: 1_000 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);

describe('natural', () => {
  const shy = { talkativeness: 0 };

  it.each([
    ['Ann, ask Bob', ['ann', 'bob']],
    ['Bob, ask Ann', ['bob', 'ann']],
    ['I saw ann and ANN', ['ann']],
    ['Anna and Bobby', null],
    ['@bob?', ['bob']],
  ])('lets those speak whom "%s" mentions, in the order of the text', (content, expected) => {
    const chosen = choose(
      ['ann', 'bob', 'cat'].map((id) => ({ id, ...shy })),
      { content },
    );
    if (expected === null) expect(agentIds(chosen)).toHaveLength(1);
    else expect(agentIds(chosen)).toEqual(expected);
  });

  it.each([
    ['Misa', 'Misaka, hello', false],
    ['Misa', 'Is Misa-chan here?', true],
    ['Миша', 'Привет, миша!', true],
    ['Миша', 'Мишаня, привет', false],
    ['李明', '李明你好吗？', true],
    ['ミサ', 'ミサカさん、こんにちは', false],
    ['田中', '田中さん、どう思いますか', true],
    ['สมชาย', 'สวัสดีสมชาย', true],
    ['José', 'Jose\u0301, ven', true],
    ['राम', 'रामायण पढ़ो', false],
    ['راشد', 'ما رأيك يا راشد؟', true],
  ])('finds the name %s in "%s" as a whole word: %s', (name, content, isMentioned) => {
    const chosen = choose(
      [
        { id: 'one', name, ...shy },
        { id: 'two', ...shy },
        { id: 'three', ...shy },
      ],
      { content },
    );
    expect(reasons(chosen).some((reason) => reason.startsWith('mentioned at'))).toBe(isMentioned);
  });

  it('takes the longest name where the name of one agent is a part of the name of another', () => {
    const members = [
      { id: 'x1', name: 'Ann', ...shy },
      { id: 'x2', name: 'Ann Lee', ...shy },
    ];
    expect(agentIds(choose(members, { content: 'Ann Lee, hi' }))).toEqual(['x2']);
    expect(agentIds(choose(members, { content: 'Ann Lee and Ann, hi' }))).toEqual(['x2', 'x1']);
  });

  it('says why each agent speaks, and why the others do not', () => {
    const chosen = choose(
      [
        { id: 'ann', ...shy },
        { id: 'bob', talkativeness: 1 },
        { id: 'cat', ...shy },
      ],
      {
        content: 'ann?',
      },
    );
    expect(agentIds(chosen)).toEqual(['ann', 'bob']);
    expect(reasons(chosen)).toEqual(['mentioned at 0', expect.stringMatching(/^talkativeness 1 ≥ roll 0\.\d{3}$/)]);
    expect(chosen.silent).toEqual([
      { agent: 'cat', reason: expect.stringMatching(/^talkativeness 0 < roll 0\.\d{3}$/) as string },
    ]);
  });

  it('lets exactly one speak where all are shy and nobody is mentioned, and always the only one that is not', () => {
    const members = ['ann', 'bob', 'cat'].map((id) => ({ id, ...shy }));
    const one = [...members.slice(0, 2), { id: 'cat', talkativeness: 0.01 }];
    const drawn = seeds.map((id) => agentIds(choose(members, { id })));
    expect(drawn.every(({ length }) => length === 1)).toBe(true);
    for (const agent of ['ann', 'bob', 'cat'])
      expect(Math.abs(drawn.filter(([first]) => first === agent).length / seeds.length - 1 / 3)).toBeLessThan(0.04);
    expect(new Set(seeds.map((id) => agentIds(choose(one, { id })).join()))).toEqual(new Set(['cat']));
  });

  it('lets agents speak as often as their talkativeness says, and in every order, over 1,000 messages', () => {
    const wanted = { ann: 0.2, bob: 0.5, cat: 0.9, dan: 1 };
    const members = Object.entries(wanted).map(([id, talkativeness]) => ({ id, talkativeness }));
    const chosen = seeds.map((id) => agentIds(choose(members, { id })));
    for (const [agent, share] of Object.entries(wanted)) {
      const spoken = chosen.filter((agents) => agents.includes(agent)).length / seeds.length;
      expect([agent, Math.abs(spoken - share) < 0.04]).toEqual([agent, true]);
    }
    const both = chosen.filter((agents) => agents.includes('cat') && agents.includes('dan'));
    const catFirst = both.filter((agents) => agents.indexOf('cat') < agents.indexOf('dan')).length;
    expect(Math.abs(catFirst / both.length - 0.5)).toBeLessThan(0.04);
  });

  it('gives the same choice to the same message, and another to another version of it', () => {
    const members = ['ann', 'bob', 'cat', 'dan', 'eve'].map((id) => ({ id }));
    expect(choose(members)).toEqual(choose(members));
    expect(new Set(seeds.slice(0, 50).map((id) => agentIds(choose(members, { id })).join())).size).toBeGreaterThan(10);
  });
});

describe('list', () => {
  it('lets all speak by their numbers, then in the order of the list', () => {
    const members = [{ id: 'zoe' }, { id: 'ann' }, { id: 'bob', order: 2 }, { id: 'cat', order: 1 }];
    const chosen = choose(members, { strategy: 'list', content: 'ann, hi' });
    expect(agentIds(chosen)).toEqual(['cat', 'bob', 'zoe', 'ann']);
    expect(reasons(chosen)[0]).toBe('number 1 of 4 in the list');
  });
});

describe('pooled', () => {
  const members = ['ann', 'bob', 'cat'].map((id) => ({ id }));
  const next = (speakers: string[], id?: string): string[] =>
    agentIds(choose(members, { strategy: 'pooled', talk: { speakers }, ...(id === undefined ? {} : { id }) }));

  it('lets one speak that has not spoken, and once all have, anybody but the last speaker', () => {
    const [first = ''] = next([]);
    const [second = ''] = next([first]);
    const [third = ''] = next([first, second]);
    expect([first, second, third].sort()).toEqual(['ann', 'bob', 'cat']);
    const later = seeds.flatMap((id) => next(['ann', 'bob', 'cat'], id));
    expect(new Set(later)).toEqual(new Set(['ann', 'bob']));
    expect(Math.abs(later.filter((agent) => agent === 'ann').length / later.length - 0.5)).toBeLessThan(0.04);
  });

  it('lets the only member speak again', () => {
    expect(agentIds(choose([{ id: 'ann' }], { strategy: 'pooled', talk: { speakers: ['ann'] } }))).toEqual(['ann']);
  });
});

describe('manual and director', () => {
  it('lets nobody speak by itself, and says so', () => {
    const chosen = choose([{ id: 'ann' }], { strategy: 'manual', content: 'ann?' });
    expect(chosen).toEqual({ speakers: [], silent: [{ agent: 'ann', reason: 'speaks only when it is triggered' }] });
  });

  it('lets only the director speak', () => {
    const chosen = choose([{ id: 'ann' }, { id: 'bob' }], { strategy: 'director', director: 'bob', content: 'ann?' });
    expect([agentIds(chosen), reasons(chosen)]).toEqual([['bob'], ['directs the session']]);
    expect(chosen.silent).toEqual([{ agent: 'ann', reason: 'bob directs the session' }]);
  });
});

describe('rules', () => {
  const members = ['ann', 'bob', 'cat'].map((id) => ({ id }));
  const rules: SessionV1['rules'] = [
    { when: { any_tags: ['bug'] }, agents: ['cat'] },
    { when: { any_words: ['price', '値段'] }, agents: ['bob', 'ann'] },
    { when: { match: [{ path: '$.author.id', op: 'eq', value: 'eve' }] }, agents: [] },
    { agents: ['ann'] },
  ];
  const speak = (more: { content?: string; tags?: string[]; rules?: SessionV1['rules'] }) =>
    choose(members, { strategy: 'rules', rules, ...more });

  it.each([
    ['what is the PRICE?', [], ['bob', 'ann'], 'rule 2'],
    ['値段はいくらですか', [], ['bob', 'ann'], 'rule 2'],
    ['the price', ['bug'], ['cat'], 'rule 1'],
    ['priceless', [], ['ann'], 'rule 4 (default)'],
  ])('lets those speak whom the first rule names that matches "%s" with the tags %j', (content, tags, agents, why) => {
    const chosen = speak({ content, tags });
    expect(agentIds(chosen)).toEqual(agents);
    expect(new Set(reasons(chosen))).toEqual(new Set([why]));
  });

  it('lets nobody speak where no rule matches', () => {
    const chosen = speak({ rules: rules.slice(0, 2) });
    expect(agentIds(chosen)).toEqual([]);
    expect(chosen.silent[0]).toEqual({ agent: 'ann', reason: 'no rule matches' });
  });
});
