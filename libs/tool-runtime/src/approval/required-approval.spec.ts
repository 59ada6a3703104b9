import type { AgentDefV1 } from '@crumbtrail/contracts';
import { requiredApproval, shortenedWait, type RequiredApproval } from './required-approval';

type Rules = NonNullable<AgentDefV1['approvals']>;

const kindOf = (approvals: Rules, input: Record<string, unknown> = {}, tool = 'pay', runner = 'tool-runner') =>
  requiredApproval({ approvals }, { tool, input, runner })?.kind;

describe('requiredApproval', () => {
  const above = (value: number): Rules => [
    { tools: ['pay'], approval: 'when', when: [{ path: '$.amount', op: 'gt', value }] },
  ];

  it('lets a call run at once where no rule names its tool', () => {
    expect(kindOf([])).toBeUndefined();
    expect(kindOf([{ tools: ['mail_*'], approval: 'always' }])).toBeUndefined();
    expect(kindOf([{ tools: ['mail_*'], approval: 'always' }], {}, 'mail_send')).toBe('call');
  });

  it('takes the first rule that names the tool', () => {
    const rules: Rules = [
      { tools: ['mail_list'], approval: 'never' },
      { tools: ['mail_*'], approval: 'always' },
    ];
    expect(kindOf(rules, {}, 'mail_list')).toBeUndefined();
    expect(kindOf(rules, {}, 'mail_send')).toBe('call');
  });

  it('asks only if all conditions hold of the arguments', () => {
    expect(kindOf(above(100), { amount: 101 })).toBe('call');
    expect(kindOf(above(100), { amount: 100 })).toBeUndefined();
    const both: Rules = [
      {
        ...above(100)[0],
        when: [...(above(100)[0]?.when ?? []), { path: '$.to', op: 'ne', value: 'me' }],
      } as Rules[number],
    ];
    expect(kindOf(both, { amount: 101, to: 'me' })).toBeUndefined();
    expect(kindOf(both, { amount: 101, to: 'eve' })).toBe('call');
  });

  it('asks where a condition cannot be read, so that no call slips through', () => {
    expect(kindOf([{ tools: ['pay'], approval: 'when', when: [{ path: '$[', op: 'exists' }] }])).toBe('call');
  });

  it('makes every call of ask_person a question, which its author and operators answer and no timeout approves', () => {
    const call = { tool: 'ask_person', input: {}, runner: 'tool-runner' };
    const rules: Rules = [{ tools: ['ask_person'], approval: 'never', on_timeout: 'approve', wait_seconds: 5 }];
    expect(requiredApproval({ approvals: rules }, call)).toEqual({
      kind: 'question',
      deciders: ['operators', 'author'],
      wait_seconds: 5,
      on_timeout: 'deny',
      lane_seconds: 120,
    });
  });

  it('waits for a shorter time where that is wanted, and never for a longer one', () => {
    const call = { tool: 'ask_person', input: {}, runner: 'tool-runner' };
    const terms = requiredApproval(
      { approvals: [{ tools: ['ask_person'], approval: 'always', wait_seconds: 60 }] },
      call,
    );
    expect(terms).toMatchObject({ kind: 'question', wait_seconds: 60, on_timeout: 'deny' });
    expect([5, 600, undefined].map((one) => shortenedWait(terms as RequiredApproval, one).wait_seconds)).toEqual([
      5, 60, 60,
    ]);
  });

  it('waits a week for operators and keeps the lane as long as a turn may take, unless the definition says otherwise', () => {
    const call = { tool: 'pay', input: {}, runner: 'tool-runner' };
    const approvals: Rules = [{ tools: ['pay'], approval: 'always' }];
    expect(requiredApproval({ approvals, limits: { turn_seconds: 30 } }, call)).toEqual({
      kind: 'call',
      deciders: ['operators'],
      wait_seconds: 604_800,
      on_timeout: 'deny',
      lane_seconds: 30,
    });
  });

  it('leaves tools that a client brings to that client', () => {
    expect(kindOf([{ tools: ['*' as string], approval: 'always' }], {}, 'pay', 'openai-client')).toBeUndefined();
  });
});
