import { withStrategy, type SessionV1 } from '@crumbtrail/contracts';
import { CliError } from '../../cli-error';

/** The options of `crumb session set`, as typed. Lists are separated by commas. */
export interface SetOptions {
  readonly title?: string;
  readonly archive?: boolean;
  readonly strategy?: string;
  readonly add?: string;
  readonly remove?: string;
  readonly mute?: string;
  readonly unmute?: string;
  readonly present?: string;
  readonly absent?: string;
  /** `ann=0.3,bob=1`, as `order`. */
  readonly talkativeness?: string;
  readonly order?: string;
  readonly director?: string;
  readonly allowSelf?: boolean;
  /** `max_rounds=3,delay_seconds=1`; false for `--no-auto`. */
  readonly auto?: string | boolean;
}

type MemberList = NonNullable<SessionV1['members']>;
/** A member as a session.v1 lists it. */
export type ListedMember = MemberList[number];

/** The names of a list that is separated by commas. */
export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** `a=1,b=0.5` as pairs. Throws CliError where one is not a number. */
function parsePairs(option: string, text: string | undefined): [name: string, value: number][] {
  return splitList(text).map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    if (name !== '' && value !== '' && Number.isFinite(Number(value))) return [name, Number(value)];
    throw new CliError(`--${option} takes names and numbers, such as ann=0.3,bob=1 (got "${pair}").`, 2);
  });
}

const isAgent = (id: string) => (member: ListedMember) => member.kind === 'agent' && member.id === id;

/** The members with one of them changed. Throws CliError where the agent is no member. */
function changeMember(members: MemberList, id: string, change: Partial<ListedMember>): MemberList {
  if (!members.some(isAgent(id))) throw new CliError(`${id} is no member of the session; add it with --add ${id}.`, 1);
  return members.map((one) => (isAgent(id)(one) ? { ...one, ...change } : one));
}

function changeMembers(before: MemberList, options: SetOptions): MemberList {
  const removed = splitList(options.remove);
  const added = splitList(options.add).filter((id) => !before.some(isAgent(id)));
  const members: MemberList = [
    ...before.filter(({ kind, id }) => kind !== 'agent' || !removed.includes(id)),
    ...added.map((id) => ({ kind: 'agent' as const, id })),
  ];
  const changes: [id: string, change: Partial<ListedMember>][] = [
    ...splitList(options.mute).map((id): [string, Partial<ListedMember>] => [id, { muted: true }]),
    ...splitList(options.unmute).map((id): [string, Partial<ListedMember>] => [id, { muted: false }]),
    ...splitList(options.present).map((id): [string, Partial<ListedMember>] => [id, { present: true }]),
    ...splitList(options.absent).map((id): [string, Partial<ListedMember>] => [id, { present: false }]),
    ...parsePairs('talkativeness', options.talkativeness).map(
      ([id, talkativeness]): [string, Partial<ListedMember>] => [id, { talkativeness }],
    ),
    ...parsePairs('order', options.order).map(([id, order]): [string, Partial<ListedMember>] => [id, { order }]),
  ];
  return changes.reduce((so, [id, change]) => changeMember(so, id, change), members);
}

function chooseStrategy(before: SessionV1, strategy: string | undefined): SessionV1 {
  if (strategy === undefined) return before;
  // The gateway refuses a strategy that does not exist, with the list of those that do.
  return withStrategy(before, strategy === 'none' ? undefined : (strategy as SessionV1['strategy']));
}

/** The fields that are given, and not those that stay as they are. */
const givenFields = (fields: Partial<SessionV1>): Partial<SessionV1> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The session with the changes of a command line. Throws CliError where they are not about it. */
export function changeSession(before: SessionV1, options: SetOptions): SessionV1 {
  const { auto: rounds, ...session } = chooseStrategy(before, options.strategy);
  const members = changeMembers(before.members ?? [], options);
  const { title, archive: archived, director, allowSelf: allow_self, auto } = options;
  const limits = typeof auto === 'string' ? Object.fromEntries(parsePairs('auto', auto)) : auto === true ? {} : rounds;
  return {
    ...session,
    ...givenFields({ title, archived, director, allow_self } as Partial<SessionV1>),
    ...(members.length > 0 || before.members !== undefined ? { members } : {}),
    ...(auto === false || limits === undefined ? {} : { auto: limits }),
  };
}
