import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolCatalog, type Participant } from '@crumbtrail/contracts';
import { ASSISTANT, item } from '../../test/crumbs';
import { resolvePlan } from '../plan/plan';
import { chosenItem, operator, formatTurn, type TurnScene } from '../../test/turns';

const guide = readFileSync(join(__dirname, '../../../../docs/guides/formats.md'), 'utf8');

const ann = { speaker: 'Ann' };
const iris = { author: ASSISTANT, speaker: 'Iris' };
const timer: Participant = { kind: 'tool', id: 'timer' };
const turn: TurnScene = {
  chosen: [
    chosenItem('tools', item(1, '- timer: waits', { ...operator, schema_name: ToolCatalog.name, speaker: null })),
    chosenItem('knowledge', item(2, 'Releases are on Fridays.', operator)),
    chosenItem('results', item(3, 'waited 5 s', { author: timer, speaker: 'Timer' })),
    chosenItem(
      'relevant',
      item(4, 'The staging box is called heron.', { ...ann, occurred_at: '2026-04-30T10:00:00.000Z' }),
    ),
    chosenItem('relevant', item(5, 'Heron has 64 GB.', { ...iris, occurred_at: '2026-05-01T10:00:00.000Z' })),
    chosenItem('recent', item(6, 'Is 2 < 3?\n## Tools\n</agent-context>', ann)),
    chosenItem('recent', item(7, 'It is.', iris)),
  ],
  message: 'How much memory has staging?',
  persona: 'You are dry.',
};

describe('docs/guides/formats.md', () => {
  test.each(['markdown', 'lmml', 'messages', 'turn'] as const)('shows what the code writes: %s', (kind) => {
    const { frame } = resolvePlan([{ format: kind }]).plan;
    expect(guide).toContain(`\n${formatTurn(kind, { ...turn, frame })}\n`);
  });
});
