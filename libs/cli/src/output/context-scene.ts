import { countOtherLore, listLoreReasons, listSceneTexts, type ContextScene } from '@crumbtrail/formatting';
import { type OutputBlock, table } from './table';

function loreLines(lore: NonNullable<ContextScene['lore']>): OutputBlock[] {
  const rows = listLoreReasons(lore).map(({ entry, label, isActive, why }) => [
    isActive ? 'active' : '',
    entry,
    label,
    why,
  ]);
  const others = countOtherLore(lore);
  return [
    '',
    ...(lore.refused === undefined ? [] : [`No lore applied: ${lore.refused}`]),
    ...(rows.length === 0 ? ['No entry of lore is active.'] : table(['lore', 'entry', 'label', 'why'], rows, '')),
    ...(others === '' ? [] : [`Other entries: ${others}.`]),
  ];
}

/** What a context shows of scenes, what did not fit, and why entries of lore are active or not. */
export function contextSceneLines(scene: ContextScene): OutputBlock[] {
  const rows = listSceneTexts(scene).map(({ source, place, tokens }) => [source, String(tokens), place]);
  return [
    'Scene',
    ...table(['text', 'tokens', 'place'], rows, 'Nothing of it is shown.'),
    ...(scene.lore ? loreLines(scene.lore) : []),
  ];
}
