import { contextDays } from '../src/format/days';
import { ToolCatalog, type Participant } from '@crumbtrail/contracts';
import { countTokens } from '@crumbtrail/hints';
import { buildLayout, type ChosenItem, type LayoutEntry } from '../src/format/layout';
import { formatLayout, createFormatter } from '../src/format/format';
import { buildFrame } from '../src/format/frame';
import type { ContextItem } from '../src/gather/item';
import type { BuildInput } from '../src/gather/build-input';
import { resolvePlan, type BuildPlan, type FramePlan, type SectionName, type PlanOverrides } from '../src/plan/plan';
import { nameSpeakers } from '@crumbtrail/prompting';
import { ASSISTANT, at, item, scored, USER } from './crumbs';

export const TODAY = '2026-05-08';
const count = (text: string): number => countTokens(text, 'o200k_base');
const OPERATOR: Participant = { kind: 'operator', id: 'op' };

/** A chosen item of a section, with its whole text. */
export const chosenItem = (section: SectionName, one: ContextItem): ChosenItem => ({
  scored: scored(one, 1, { section }),
  text: one.text,
  tokens: 1,
});
export const operator = { author: OPERATOR, speaker: 'Op' };

/** Items that are the same in every turn. */
export const unchangedItems = [
  chosenItem('tools', item(1, '- timer: waits', { schema_name: ToolCatalog.name, speaker: null, author: OPERATOR })),
  chosenItem('knowledge', item(2, 'The port is 8080.', operator)),
  chosenItem('summaries', item(3, 'They set up a dashboard.', { author: ASSISTANT })),
];
export const state = (text: string): ChosenItem => chosenItem('state', item(4, text, operator));

/** The items and the message of a turn. */
export interface TurnScene {
  readonly chosen: readonly ChosenItem[];
  readonly message: string;
  readonly as_of?: number;
  readonly persona?: string;
  readonly overrides?: PlanOverrides;
  readonly frame?: FramePlan;
}

/** A turn between Ann and Iris in a format. */
export function formatTurn(
  kind: BuildPlan['format'],
  { chosen, message, as_of = 50, persona, overrides, frame }: TurnScene,
): string {
  const members = [
    { kind: 'user' as const, id: USER.id, name: 'Ann', muted: true },
    { kind: 'agent' as const, id: ASSISTANT.id, name: 'Iris', present: true },
  ];
  const input: BuildInput = {
    access: { workspace: 'default', agent: ASSISTANT.id, viewers: [], readers: 'all' },
    as_of,
    now: at(30, TODAY),
    trigger: { author: USER, text: message, tags: [] },
    definition: { id: 'd', version: 1, system_prompt: 'Help.', prompt: 'Help.', ...(persona ? { persona } : {}) },
    session: { id: 's', version: 1, members },
    overrides: [],
    queries: 1,
  };
  const nameOf = nameSpeakers(members, []);
  const entry: LayoutEntry = { speaker: nameOf(USER), text: message, author: USER };
  const layout = buildLayout(chosen, entry, {
    sections: resolvePlan([overrides]).plan.sections,
    calendar: contextDays(TODAY),
  });
  return formatLayout(
    layout,
    createFormatter(kind, buildFrame(input, { format: kind, nameOf, cap: 4000, count, frame })),
  );
}
