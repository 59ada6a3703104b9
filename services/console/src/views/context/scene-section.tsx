import {
  type ContextScene,
  countOtherLore,
  listLoreReasons,
  listSceneTexts,
  type LoreReason,
  type SceneText,
} from '@crumbtrail/formatting';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';

const NO_NUMBERS: ReadonlySet<string> = new Set();
const TOKENS: ReadonlySet<string> = new Set(['Tokens']);

function SceneTexts({ texts }: { readonly texts: readonly SceneText[] }): ReactNode {
  if (texts.length === 0) return <p className="soft">Nothing of it is shown.</p>;
  return (
    <ScrollRegion label="Texts of the scene">
      <table>
        <TableHead titles={['Text', 'Tokens', 'Place']} numeric={TOKENS} />
        <tbody>
          {texts.map(({ source, place, tokens, isShown }) => (
            <tr key={`${source} ${place}`}>
              <td dir="auto">{source}</td>
              <td className="number">{tokens.toLocaleString('en')}</td>
              <td>{isShown ? place : <Badge kind="warn">{place}</Badge>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function LoreReasons({ reasons }: { readonly reasons: readonly LoreReason[] }): ReactNode {
  if (reasons.length === 0) return <p className="soft">No entry of lore is active.</p>;
  return (
    <ScrollRegion label="Entries of lore">
      <table>
        <TableHead titles={['Lore', 'Label', 'Why']} numeric={NO_NUMBERS} />
        <tbody>
          {reasons.map(({ entry, label, isActive, why }) => (
            <tr key={entry}>
              <td>
                <code>{entry}</code> {isActive && <Badge kind="good">active</Badge>}
              </td>
              <td dir="auto">{label}</td>
              <td dir="auto">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Lore({ lore }: { readonly lore: NonNullable<ContextScene['lore']> }): ReactNode {
  const others = countOtherLore(lore);
  return (
    <>
      {lore.refused !== undefined && <p className="warn">No lore applied: {lore.refused}</p>}
      <LoreReasons reasons={listLoreReasons(lore)} />
      {others !== '' && <p className="soft">Other entries: {others}.</p>}
    </>
  );
}

/** What a context shows of scenes and lore, what did not fit, and why. Nothing where no scene applied. */
export function SceneSection({ scene }: { readonly scene: ContextScene | undefined }): ReactNode {
  if (scene === undefined) return null;
  return (
    <section aria-label="Scene" data-testid="context-scene">
      <h2>Scene</h2>
      <SceneTexts texts={listSceneTexts(scene)} />
      {scene.lore && <Lore lore={scene.lore} />}
    </section>
  );
}
