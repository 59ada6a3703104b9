import { z } from 'zod';
import { displayName } from '../display-name';
import { defineRoute } from './define-route';
import { dateTime, id, idParams, list, name, participant, role, time } from './fields';

const keyBody = z
  .strictObject({
    participant: z.strictObject({ kind: z.enum(['user', 'agent', 'tool', 'operator', 'service']), id: name }),
    name: displayName
      .optional()
      .describe('The display name under which the key writes. Without one, each breadcrumb may bring `author.name`.'),
    client: z
      .boolean()
      .optional()
      .describe(
        'For a chat program: agents whose definition has no `accept_system` take its system messages as a persona.',
      ),
    role: z.enum(['reader', 'writer', 'operator']),
    expires_at: dateTime.optional(),
    force: z
      .boolean()
      .optional()
      .describe('Also for an id that another kind of participant has. Audiences must then say the kind: `user:ann`.'),
  })
  .meta({ id: 'KeyBody' });

const natsUser = z
  .string()
  .regex(/^(U[A-Z2-7]{55}|anyone)$/, 'must be the public NKEY of a NATS user (U and 55 letters and digits), or anyone');

const { client: _client, ...admitted } = keyBody.shape;

const admitBody = z
  .strictObject({
    ...admitted,
    nats_user: natsUser.describe(
      '`anyone`: everybody who may publish to the agents on NATS and gives neither a key nor a signature.',
    ),
  })
  .meta({ id: 'AdmitBody' });

const key = z.object({
  id,
  participant,
  name: z.string().optional(),
  client: z.boolean().optional(),
  nats_user: z.string().optional().describe("It has no secret: prompts of this user of NATS are the participant's."),
  role,
  created_at: time,
  expires_at: time.optional(),
  revoked_at: time.optional(),
  last_used_at: time.optional().describe('Absent: it was never used. Noted at most every five minutes.'),
});

const newKey = key.extend({ secret: z.string() }).meta({ id: 'NewKey' });

const TAG = 'keys and workspaces';

export const ReadIdentity = defineRoute({
  name: 'readIdentity',
  method: 'GET',
  path: '/v1/whoami',
  tag: TAG,
  summary: 'Read the identity of this key',
  role: 'reader',
  replies: {
    200: z
      .object({
        workspace: z.string(),
        participant,
        name: z.string().optional(),
        client: z.boolean().optional(),
        role,
        key_id: z.string(),
      })
      .meta({ id: 'Identity' }),
  },
});

export const IssueKey = defineRoute({
  name: 'createKey',
  method: 'POST',
  path: '/v1/keys',
  tag: TAG,
  summary: 'Create a key; its secret is shown only once',
  role: 'operator',
  body: keyBody,
  replies: { 201: newKey },
});

export const AdmitUserOfNats = defineRoute({
  name: 'admitNatsUser',
  method: 'POST',
  path: '/v1/keys/nats',
  tag: TAG,
  summary: "Make a user of NATS a participant: prompts to published agents that it signs are the participant's",
  role: 'operator',
  body: admitBody,
  replies: { 201: key.meta({ id: 'AdmittedUser' }) },
  errors: ['id_conflict'],
});

export const ListAllKeys = defineRoute({
  name: 'listKeys',
  method: 'GET',
  path: '/v1/keys',
  tag: TAG,
  summary: 'List the keys of the workspace, without their secrets',
  role: 'operator',
  replies: { 200: z.object({ keys: list(key) }).meta({ id: 'Keys' }) },
});

export const RevokeKeyForGood = defineRoute({
  name: 'revokeKey',
  method: 'DELETE',
  path: '/v1/keys/:id',
  tag: TAG,
  summary: 'Revoke a key immediately and permanently',
  role: 'operator',
  params: idParams,
  replies: { 200: key.meta({ id: 'Key' }) },
});

export const AddWorkspace = defineRoute({
  name: 'createWorkspace',
  method: 'POST',
  path: '/v1/workspaces',
  tag: TAG,
  summary: 'Create a workspace; the secret of its first operator key is shown only once',
  role: 'operator',
  body: z.strictObject({ name }).meta({ id: 'WorkspaceBody' }),
  replies: { 201: z.object({ name: z.string(), secret: z.string() }).meta({ id: 'NewWorkspace' }) },
});

export const ListAllWorkspaces = defineRoute({
  name: 'listWorkspaces',
  method: 'GET',
  path: '/v1/workspaces',
  tag: TAG,
  summary: 'List all workspaces',
  role: 'operator',
  replies: {
    200: z.object({ workspaces: list(z.object({ name: z.string(), created_at: time })) }).meta({ id: 'Workspaces' }),
  },
});

export const MoveOneWorkspace = defineRoute({
  name: 'moveWorkspace',
  method: 'POST',
  path: '/v1/workspaces/:name/move',
  tag: TAG,
  summary: 'Move the workspace of this key to another cell, while it is used; replies when the other cell has it',
  role: 'operator',
  params: z.strictObject({ name }),
  body: z
    .strictObject({
      to: name.describe('A cell of the setting `CELLS` of the gateway.'),
      within_ms: z
        .number()
        .int()
        .min(0)
        .max(600_000)
        .optional()
        .describe('How long turns in progress may take to end, milliseconds. Default: 60000.'),
    })
    .meta({ id: 'WorkspaceMove' }),
  replies: {
    200: z
      .object({
        workspace: z.string(),
        cell: z.string(),
        rows: z.record(z.string(), z.number()).describe('Rows copied, by table.'),
        copied_ms: z.number().describe('How long the copy took while the workspace was in use.'),
        paused_ms: z.number().describe("How long people's writes waited."),
      })
      .meta({ id: 'MovedWorkspace' }),
  },
  errors: ['moving'],
});
