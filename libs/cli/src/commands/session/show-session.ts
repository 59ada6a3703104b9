import type { SessionV1 } from '@crumbtrail/contracts';
import { type OutputBlock, table } from '../../output/table';
import type { ListedMember } from './session-changes';

function stateOf({ muted, present }: ListedMember): string {
  if (present === false) return 'absent';
  return muted === true ? 'muted' : 'present';
}

const memberRow = (member: ListedMember): string[] => [
  `${member.kind}:${member.id}`,
  member.name ?? '',
  stateOf(member),
  member.talkativeness === undefined ? '' : String(member.talkativeness),
  member.order === undefined ? '' : String(member.order),
];

type Rule = NonNullable<SessionV1['rules']>[number];

const ruleLine = ({ when, agents }: Rule, at: number): string =>
  `rule ${at + 1}    ${when === undefined ? 'default' : JSON.stringify(when)} → ${agents.join(', ') || 'nobody'}`;

const NO_STRATEGY = 'none: all who listen, first whom a message addresses';

/** A session.v1 as lines: how it chooses who speaks, and its members. */
export function sessionLines(session: SessionV1): OutputBlock[] {
  const { name, title, strategy = NO_STRATEGY, director, allow_self, auto, rules = [], members = [] } = session;
  const settings: [label: string, value: string | undefined][] = [
    ['session', name],
    ['title', title],
    ['strategy', strategy],
    ['director', director],
    ['allow_self', allow_self === undefined ? undefined : String(allow_self)],
    ['auto', auto && JSON.stringify(auto)],
  ];
  const lines = settings.flatMap(([label, value]) => (value === undefined ? [] : [`${label.padEnd(10)} ${value}`]));
  const all = table(
    ['member', 'name', 'state', 'talkativeness', 'order'],
    members.map(memberRow),
    'No members: every agent may speak.',
  );
  return [...lines, ...rules.map(ruleLine), '', ...all];
}
