import { displayName } from './display-name';
import { validateDraft } from './validate';

test.each([
  ...['Fahim Khan', 'José', '田中', "O'Brien", 'Ann 👋'].map((name) => [name, true] as const),
  ...['', ' ', 'A\nB', 'A\u001b[31m', 'A\u202eB', 'A\u2028B', 'x'.repeat(101)].map((name) => [name, false] as const),
])('the name %j is accepted: %s, by routes and by drafts', (name, isAccepted) => {
  const issues = validateDraft({ schema_name: 'note.v1', context: {}, author: { name } });
  expect([displayName.safeParse(name).success, issues.length === 0]).toEqual([isAccepted, isAccepted]);
});
