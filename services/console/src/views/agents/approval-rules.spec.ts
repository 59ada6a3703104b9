import { describeApprovalRule, emptyRule, rulesOf, toRule, withoutRule } from './approval-rules';

describe('toRule', () => {
  it.each([
    ['a rule for one tool', { tools: 'pay' }, { tools: ['pay'], approval: 'always' }],
    ['several tools', { tools: 'pay, mail_*', approval: 'never' }, { tools: ['pay', 'mail_*'], approval: 'never' }],
    [
      'a number to compare with',
      { tools: 'pay', approval: 'when', argument: 'amount', value: '100' },
      { tools: ['pay'], approval: 'when', when: [{ path: '$.amount', op: 'gt', value: 100 }] },
    ],
    [
      'a text to compare with',
      { tools: 'pay', approval: 'when', argument: '$.to', op: 'eq', value: 'bob' },
      { tools: ['pay'], approval: 'when', when: [{ path: '$.to', op: 'eq', value: 'bob' }] },
    ],
    [
      'one value of a list',
      { tools: 'pay', approval: 'when', argument: 'to', op: 'contains_any', value: 'bob' },
      { tools: ['pay'], approval: 'when', when: [{ path: '$.to', op: 'contains_any', value: ['bob'] }] },
    ],
    [
      'no value where an argument only has to be there',
      { tools: 'pay', approval: 'when', argument: 'to', op: 'exists', value: 'x' },
      { tools: ['pay'], approval: 'when', when: [{ path: '$.to', op: 'exists' }] },
    ],
  ])('makes %s', (_what, typed, rule) => {
    expect(toRule({ ...emptyRule, ...typed } as typeof emptyRule)).toEqual(rule);
  });

  it.each([
    {},
    { tools: ' , ' },
    { tools: 'pay', approval: 'when' },
    { tools: 'pay', approval: 'when', argument: 'a' },
  ])('makes none of %j, where something is missing', (typed) => {
    expect(toRule({ ...emptyRule, ...typed } as typeof emptyRule)).toBeUndefined();
  });
});

it('describes each rule', () => {
  const rules = rulesOf([
    { tools: ['pay'], approval: 'when', when: [{ path: '$.amount', op: 'gt', value: 100 }] },
    { tools: ['mail_list', 'mail_read'], approval: 'never' },
    { tools: ['mail_*'], approval: 'always' },
  ]);
  expect(rules.map(describeApprovalRule)).toEqual([
    'Each call of pay waits for a person when $.amount is greater than 100.',
    'Each call of mail_list or mail_read runs without a question.',
    'Each call of mail_* waits for a person.',
  ]);
});

it('reads no rules while the text is not a list of rules', () => {
  expect([undefined, '[{', [null], [{ tools: 'pay' }]].map(rulesOf)).toEqual([[], [], [], []]);
});

it('removes a rule, and the list with the last one', () => {
  const rules = rulesOf([
    { tools: ['a'], approval: 'always' },
    { tools: ['b'], approval: 'never' },
  ]);
  expect(withoutRule(rules, 0)).toEqual([{ tools: ['b'], approval: 'never' }]);
  expect(withoutRule(rules.slice(0, 1), 0)).toBeUndefined();
});
