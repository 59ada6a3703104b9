import { Workspaces1763690400001 } from './1763690400001-workspaces';
import { Log1763690400002 } from './1763690400002-log';
import { Crumbs1763690400003 } from './1763690400003-crumbs';
import { Turns1763690400004 } from './1763690400004-turns';
import { Relay1763690400005 } from './1763690400005-relay';
import { TextIndex1763690400006 } from './1763690400006-index';
import { Retrieval1763690400007 } from './1763690400007-retrieval';
import { EmbeddingChoice1763690400008 } from './1763690400008-embedding-choice';
import { Informs1763690400009 } from './1763690400009-informs';
import { Failover1763690400012 } from './1763690400012-failover';
import { DecisionReason1763690400014 } from './1763690400014-decision-reason';
import { TurnPlace1763690400017 } from './1763690400017-turn-place';
import { TurnReaders1763690400020 } from './1763690400020-turn-readers';
import { AuthorName1763690400021 } from './1763690400021-author-name';
import { ParticipantKinds1763690400022 } from './1763690400022-participant-kinds';
import { ClientKeys1763690400023 } from './1763690400023-client-keys';
import { TurnChoice1763690400030 } from './1763690400030-turn-choice';
import { Files1763690400034 } from './1763690400034-files';
import { Approvals1763690400035 } from './1763690400035-approvals';
import { SessionWindow1763690400066 } from './1763690400066-session-window';
import { SignIns1763690400075 } from './1763690400075-sign-ins';
import { UpdatedBy1763690400076 } from './1763690400076-updated-by';
import { TurnEnd1763690400078 } from './1763690400078-turn-end';
import { TurnWait1763690400084 } from './1763690400084-turn-wait';
import { Retention1763690400091 } from './1763690400091-retention';
import { SummariesMoved1763690400092 } from './1763690400092-summaries-moved';
import { Spellings1763690400096 } from './1763690400096-spellings';
import { SessionTotals1763690400098 } from './1763690400098-session-totals';
import { WorkspacePolicies1763690400099 } from './1763690400099-workspace-policies';
import { TurnLists1763690400101 } from './1763690400101-turn-lists';
import { ErasedInSession1763690400102 } from './1763690400102-erased-in-session';
import { RootsInTime1763690400103 } from './1763690400103-roots-in-time';
import { Cells1763690400105 } from './1763690400105-cells';
import { KeyUse1763690400106 } from './1763690400106-key-use';
import { WordsWithinWords1763690400107 } from './1763690400107-words-within-words';
import { CrumbUses1763690400108 } from './1763690400108-crumb-uses';
import { NatsUsers1763690400170 } from './1763690400170-nats-users';
import { Meanings1763690400171 } from './1763690400171-meanings';
import { Webhooks1763690400180 } from './1763690400180-webhooks';
import { TaskPushes1763690400197 } from './1763690400197-task-pushes';

/** All migrations, in the order in which they run. Never edit a released migration: add a new one. */
export const migrations = [
  Workspaces1763690400001,
  Log1763690400002,
  Crumbs1763690400003,
  Turns1763690400004,
  Relay1763690400005,
  TextIndex1763690400006,
  Retrieval1763690400007,
  EmbeddingChoice1763690400008,
  Informs1763690400009,
  Failover1763690400012,
  DecisionReason1763690400014,
  TurnPlace1763690400017,
  TurnReaders1763690400020,
  AuthorName1763690400021,
  ParticipantKinds1763690400022,
  ClientKeys1763690400023,
  TurnChoice1763690400030,
  Files1763690400034,
  Approvals1763690400035,
  SessionWindow1763690400066,
  SignIns1763690400075,
  UpdatedBy1763690400076,
  TurnEnd1763690400078,
  TurnWait1763690400084,
  Retention1763690400091,
  SummariesMoved1763690400092,
  Spellings1763690400096,
  SessionTotals1763690400098,
  WorkspacePolicies1763690400099,
  TurnLists1763690400101,
  ErasedInSession1763690400102,
  RootsInTime1763690400103,
  Cells1763690400105,
  KeyUse1763690400106,
  WordsWithinWords1763690400107,
  CrumbUses1763690400108,
  NatsUsers1763690400170,
  Meanings1763690400171,
  Webhooks1763690400180,
  TaskPushes1763690400197,
];
