import { Session, UserMessage } from './index';
import { validateContext, validateDraft } from './validate';

const draft = (more: object): object => ({ schema_name: UserMessage.name, context: { content: 'hi' }, ...more });

describe('ids are strict, and names take any letters', () => {
  it.each(['Fahim Khan', 'José', '田中', "O'Brien", 'محمد'])('as a member of a session: %s', (name) => {
    expect(validateContext(Session.name, { name: 's', members: [{ kind: 'user', id: 'u1', name }] })).toEqual([]);
  });

  it.each(['Fahim Khan', 'José', '田中', ''])('the error for an id such as %p names the field and the rule', (id) => {
    expect(validateDraft(draft({ author: { kind: 'user', id } }))).toEqual([
      { path: '/author/id', rule: 'pattern', message: expect.stringMatching(/^must be an id: .*members\[\]\.name/) },
    ]);
    expect(validateDraft(draft({ session: id }))).toEqual([
      { path: '/session', rule: 'pattern', message: expect.stringMatching(/^must be an id: 1 to 64 lower-case/) },
    ]);
    expect(validateContext(Session.name, { name: 's', members: [{ kind: 'user', id }] })).toEqual([
      { path: '/members/0/id', rule: 'pattern', message: expect.stringMatching(/^must be an id: 1 to 64/) },
    ]);
  });
});
