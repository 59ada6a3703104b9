import { describeSelector, describeSubscriptions } from './describe-subscription';

describe('describeSelector', () => {
  it.each([
    [{ schema: 'user.message.v1' }, 'Wakes for user.message.v1 or later.'],
    [{ schema: 'a.v1', any_tags: ['review'] }, 'Wakes for a.v1 or later with the tag “review”.'],
    [{ schema: 'a.v1', any_tags: ['x', 'y', 'z'] }, 'Wakes for a.v1 or later with one of the tags “x”, “y” or “z”.'],
    [{ schema: 'a.v1', all_tags: ['x', 'y'] }, 'Wakes for a.v1 or later with all the tags “x” and “y”.'],
    [
      {
        schema: 'a.v1',
        match: [
          { path: '$.context.priority', op: 'gt' as const, value: 3 },
          { path: '$.b', op: 'exists' as const, value: false },
        ],
      },
      'Wakes for a.v1 or later where $.context.priority is greater than 3 and $.b does not exist.',
    ],
  ])('describes %j', (selector, words) => {
    expect(describeSelector(selector)).toBe(words);
  });

  it('describeSubscriptions leaves out incomplete subscriptions', () => {
    for (const value of [
      undefined,
      '[{',
      [null, 5, {}],
      [{ schema: 'a.v1', any_tags: 5 }],
      [{ schema: 'a.v1', match: [null] }],
    ])
      expect(describeSubscriptions(value)).toEqual([]);
  });
});
