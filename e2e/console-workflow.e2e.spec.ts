import { findViolations } from './support/accessibility';
import { ApprovalScene } from './support/approvals';
import { inChromium, LONG, openConsole } from './support/console';
import { useFixture } from './support/fixture';

const scene = useFixture(
  () => ApprovalScene.start({ tools: ['workflow', 'ask_person', 'echo', 'file_storage'], approvals: [] }),
  (one) => one.stop(),
);
const chromium = inChromium();

const STEPS = [
  { id: 'left', tool: 'echo', input: { text: 'left' } },
  { id: 'right', tool: 'echo', input: { text: 'right' } },
  { id: 'when', tool: 'ask_person', input: { question: 'When? ${left}', choices: ['now', 'later'] } },
  {
    id: 'kept',
    tool: 'file_storage',
    input: { action: 'save', name: 'when.txt', content: '${when.choices[0]} ${right}' },
  },
];

describe('a workflow in the trail of the console', () => {
  it('is drawn as a graph that shows what waits for a person, is used by keyboard, and follows the answer', async () => {
    const { stack, turns } = scene;
    const said = await turns.say('drawn', { name: 'workflow', arguments: { steps: STEPS } });
    const asked = await scene.waiting('drawn');
    const { page } = await openConsole(chromium.browser, stack, { hash: `#/trails/${said.id}` });
    await page.locator('[role=treeitem] >> text=workflow(').first().click();
    const graph = page.locator('.workflow-graph');
    const step = (id: string, state: string) => graph.locator(`[data-step="${id}"][data-state="${state}"]`);
    await step('when', 'waits for a person').waitFor(LONG);
    await step('left', 'done').waitFor(LONG);
    await step('kept', 'waits').waitFor(LONG);
    expect(
      await graph.locator('[data-edge]').evaluateAll((all) => all.map((one) => one.getAttribute('data-edge'))),
    ).toEqual(['left when', 'right kept', 'when kept']);
    expect(await graph.locator('li').allInnerTexts()).toHaveLength(4);
    expect(await step('when', 'waits for a person').textContent()).toContain('after left');
    expect(await findViolations(page)).toEqual([]);
    await scene.decide(asked.id, 'answer', { choices: ['later'] });
    await turns.ended(said, 120_000);
    await step('kept', 'done').waitFor(LONG);
    await graph.locator('[data-step="kept"] a').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.trail-crumb >> text=file_storage', LONG);
    await page.close();
  }, 240_000);

  it('keeps its file where people find and download it', async () => {
    const { stack } = scene;
    const { page } = await openConsole(chromium.browser, stack, { hash: '#/chat/drawn' });
    await page.getByRole('button', { name: 'About the session' }).click();
    const download = page.waitForEvent('download', LONG);
    await page.getByRole('button', { name: 'Download when.txt' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('when.txt');
    await page.close();
  }, 120_000);
});
