import { inOrderOfTalk } from './order-of-talk';
import { crumb, definition } from '../test/crumbs';

const speakers = [definition('ann'), definition('bob'), definition('cat', { name: 'Dr. Cat' })];

describe('who is addressed by name speaks first', () => {
  it.each([
    ['Bob, what do you think?', ['bob', 'ann', 'cat']],
    ['hey Bob, what do you think?', ['bob', 'ann', 'cat']],
    ['What do you think, bob?', ['bob', 'ann', 'cat']],
    ['I asked ann before. @bob what now', ['bob', 'ann', 'cat']],
    ['What does Bob think?', ['bob', 'ann', 'cat']],
    ['cat and bob: who is right?', ['cat', 'bob', 'ann']],
    ['Dr. Cat, is it serious?', ['cat', 'ann', 'bob']],
    ['María, ¿qué tal?', ['bob', 'ann', 'cat'], 'María'],
    ['田中, どう思いますか', ['bob', 'ann', 'cat'], '田中'],
    ['@bob what now?', ['bob', 'ann', 'cat'], 'Bob Khan'],
    ['What do you think, Robert?', ['bob', 'ann', 'cat'], 'Robert Khan'],
    ['What do you think, Ann?', ['ann', 'bob', 'cat'], 'Ann Khan'],
    ['bobbing along in a category', ['ann', 'bob', 'cat']],
    ['What does everybody think?', ['ann', 'bob', 'cat']],
  ])('in %s', (content, order, bobsName = 'Robert') => {
    const members = speakers.map(({ context: { agent } }) => ({
      kind: 'agent' as const,
      id: agent,
      ...(agent === 'bob' ? { name: bobsName } : {}),
    }));
    const spoken = inOrderOfTalk(speakers, crumb({ context: { content } }), members);
    expect(spoken.map(({ context }) => context.agent)).toEqual(order);
  });

  it('not where the payload is no message', () => {
    const spoken = inOrderOfTalk(speakers, crumb({ context: { content: { text: 'bob, hi' } } }), undefined);
    expect(spoken.map(({ context }) => context.agent)).toEqual(['ann', 'bob', 'cat']);
  });
});
