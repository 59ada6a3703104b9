import type { SceneV1 } from '@crumbtrail/contracts';
import { type OutputBlock, table } from './table';

type Placed = Omit<NonNullable<SceneV1['injections']>[number], 'id' | 'text'>;

/** Where and when a text is shown, as far as its author has said so. */
function placeOf({ position, depth, role, interval, turns, expires_at }: Placed): string {
  return [
    ...(position === undefined ? [] : [position === 'none' ? 'only searched for keys' : position.replace('_', ' ')]),
    ...(depth === undefined ? [] : [`depth ${depth}`]),
    ...(role === undefined ? [] : [`as ${role}`]),
    ...(interval === undefined ? [] : [`interval ${interval}`]),
    ...(turns === undefined ? [] : [`for ${turns} ${turns === 1 ? 'answer' : 'answers'}`]),
    ...(expires_at === undefined ? [] : [`until ${expires_at}`]),
  ].join(', ');
}

function scopeOf({ session, agent }: SceneV1): string {
  if (session === undefined) return agent === undefined ? 'the workspace' : `agent ${agent}`;
  return agent === undefined ? `session ${session}` : `agent ${agent} in session ${session}`;
}

function loreText({ books = [], ...settings }: NonNullable<SceneV1['lore']>): string {
  const listed = books.join(', ') || 'no books';
  return Object.keys(settings).length > 0 ? `${listed} ${JSON.stringify(settings)}` : listed;
}

/** A scene.v1 as lines: what it applies to, and each of its texts with its place. */
export function sceneLines(scene: SceneV1, exists: boolean): OutputBlock[] {
  const heading = `scene of ${scopeOf(scene)}`;
  if (!exists) return [`No ${heading}. Write one with crumb scene set.`];
  const { scenario, note, injections = [], lore } = scene;
  const rows = [
    ...(scenario === undefined ? [] : [['scenario', '', scenario]]),
    ...(note === undefined ? [] : [['note', placeOf(note), note.text]]),
    ...injections.map((one) => [`injection ${one.id}`, placeOf(one), one.text]),
    ...(lore === undefined ? [] : [['lore', '', loreText(lore)]]),
  ];
  return [heading, '', ...table(['what', 'place', 'text'], rows, 'It is empty.')];
}
