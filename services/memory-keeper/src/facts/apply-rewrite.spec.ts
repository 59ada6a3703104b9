import type { Fact } from '@crumbtrail/memory';
import { appendToSection, applyRewrite, shrinks } from './apply-rewrite';

const fact = (id: string, text: string, more: Partial<Fact> = {}): Fact => ({
  id,
  text,
  sources: [{ id: `of-${id}`, version: 1 }],
  ...more,
});
const OLD = fact('old00001', 'Ann bakes bread on Sundays.');
const NEW = fact('new00001', 'Rex sleeps under the stairs.');
const PINNED = fact('pin00001', 'Ann is allergic to peanuts.', { pinned: true });
const section = { section: 'ann', facts: [OLD, PINNED], incoming: [NEW] };

describe('a rewritten section', () => {
  it('keeps pinned facts as they are, and has the written ones instead of the others', () => {
    const written = [fact('old00001', 'Ann bakes, and Rex sleeps.')];
    expect(applyRewrite(section, written)).toEqual([PINNED, ...written]);
  });

  it('keeps facts that a later one has replaced', () => {
    const earlier = fact('ear00001', 'Ann lives in Oslo.', { superseded_by: 'gone0001' });
    const written = [fact('old00001', 'Ann lives in Bergen.')];
    expect(applyRewrite({ ...section, facts: [earlier], incoming: [] }, written)).toEqual([
      { ...earlier, superseded_by: 'old00001' },
      ...written,
    ]);
  });

  it('counts as shrunk if it has less than half of the characters of its old and new facts', () => {
    expect(shrinks(section, [fact('old00001', 'Ann bakes.')])).toBe(true);
    expect(shrinks(section, [fact('old00001', 'Ann bakes bread on Sundays; Rex sleeps.')])).toBe(false);
  });

  it('holds its facts and the new ones where no model wrote it', () => {
    expect(appendToSection(section)).toEqual([OLD, PINNED, NEW]);
  });
});
