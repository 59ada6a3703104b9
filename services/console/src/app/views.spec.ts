import { explainWord, type GlossaryWord } from '../components/glossary';
import { views } from './views';

it.each([
  ['overview', 'turn'],
  ['chat', 'session'],
  ['trails', 'trail'],
  ['contexts', 'context'],
  ['log', 'breadcrumb'],
  ['approvals', 'approval'],
  ['evals', 'pin'],
  ['dead-letters', 'dead letter'],
] as const)('the menu explains %s with the word "%s" as the glossary does', (name, word: GlossaryWord) => {
  expect(views.find((view) => view.name === name)?.about).toContain(explainWord(word));
});

it('every view has a letter of its own for its shortcut', () => {
  expect(new Set(views.map(({ letter }) => letter)).size).toBe(views.length);
});
