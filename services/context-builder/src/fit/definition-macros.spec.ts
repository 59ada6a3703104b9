import { candidate } from '../../test/crumbs';
import { config, DEFINITION, InMemoryReader, TRIGGER } from '../../test/in-memory-reader';
import { recordContext, restoreRecorded } from '../../test/recorded';
import { replay } from '../explain/replay';

const defined = (prompt: string, persona: string) => ({
  ...DEFINITION,
  context: { ...DEFINITION.context, name: 'Lola', prompt, persona },
});
const said = [candidate(1, 'The gate is {{char}}.')];
const FORMATS = ['markdown', 'lmml', 'messages', 'turn'] as const;

describe('macros in the prompt and persona of a definition', () => {
  it.each(FORMATS)('are expanded, counted and replayed: %s', async (format) => {
    const stored = [defined('You are {{char}}.', '{{char}} is fond of {{user}}.'), TRIGGER, config({ format })];
    const plain = [defined('You are Lola.', 'Lola is fond of User.'), TRIGGER, config({ format })];
    const [one, other] = [await recordContext(stored, said), await recordContext(plain, said)];
    expect(one.built.text).toBe(other.built.text);
    expect(one.built.budget).toEqual(other.built.budget);
    expect([one.crumb.context['macros'], other.crumb.context['macros']]).toEqual([true, undefined]);
    const { recorded, restored } = await restoreRecorded(new InMemoryReader([one.crumb, ...stored], said));
    expect(replay(recorded, restored)).toMatchObject({ identical: true, formatted_context: one.built.text });
  });

  it('stay as they are written in the replay of a context that was built before they were expanded', async () => {
    const stored = [defined('Be kind.', '{{char}}'), TRIGGER, config({ format: 'lmml' })];
    const { crumb } = await recordContext(stored, said);
    const { macros: _expanded, ...context } = crumb.context;
    const reader = new InMemoryReader([{ ...crumb, context }, ...stored], said);
    const { recorded, restored } = await restoreRecorded(reader);
    expect(replay(recorded, restored)).toMatchObject({ identical: false });
    expect(restored.input.definition.persona).toBe('{{char}}');
  });

  it('are expanded in the definition alone: what people say stays as it is', async () => {
    const { built } = await recordContext([defined('{{char}}', '{{user}}'), TRIGGER], said);
    expect(built.text).toContain('The gate is {{char}}.');
  });
});
