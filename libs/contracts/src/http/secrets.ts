import { z } from 'zod';
import type { ToolSecretV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { integer, list, participant, time } from './fields';

const TAG = 'for operators';

/** The longest value of a secret. */
const MAX_VALUE_CHARACTERS = 4_096;

/** For what the value of a secret is sealed: it opens in no other workspace, under no other name, and for no other hosts. */
export const secretPlace = (
  workspace: string,
  { name, hosts }: Pick<ToolSecretV1, 'name' | 'hosts'>,
): readonly string[] => ['tool.secret', workspace, name, ...hosts.toSorted()];

/** A name in a path. */
const params = z.object({
  name: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be capital letters, digits and underscores, such as WEATHER_KEY'),
});

const host = z
  .string()
  .max(253)
  .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host such as api.example.org or *.example.org');

const tool = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}\*?$/, 'must be the name of a tool, or a prefix that ends in *, such as my_*');

const secretBody = z
  .strictObject({
    hosts: z.array(host).min(1).max(32).describe('The hosts that it may be sent to, always by https.'),
    tools: z.array(tool).min(1).max(64).describe('The tools that may use it: names, or prefixes that end in `*`.'),
    value: z
      .string()
      .min(1)
      .max(MAX_VALUE_CHARACTERS)
      .regex(/^[\x20-\x7e]+$/, 'must be of printable ASCII characters, as headers are')
      .optional()
      .describe('Its value. Absent: the saved one, if its hosts are the same.'),
  })
  .meta({ id: 'SecretBody' });

/** A secret to save. */
export type SecretBody = z.input<typeof secretBody>;

const secret = z
  .object({
    name: z.string(),
    hosts: list(z.string()),
    tools: list(z.string()),
    version: integer,
    saved_at: time,
    saved_by: participant,
  })
  .meta({ id: 'Secret' });

/** A secret as it is shown: never its value. */
export type SecretView = Readonly<z.output<typeof secret>>;

const secrets = z
  .object({
    secrets: list(secret).describe('By name.'),
    saves: z.boolean().describe('Whether secrets can be saved: the gateway has SETTINGS_KEY.'),
  })
  .meta({ id: 'Secrets' });

/** The secrets of a workspace. */
export type SecretList = Readonly<z.output<typeof secrets>>;

export const ListSecrets = defineRoute({
  name: 'listSecrets',
  method: 'GET',
  path: '/v1/secrets',
  tag: TAG,
  summary: 'List the secrets that the code of tools may send, and where; never their values',
  role: 'operator',
  replies: { 200: secrets },
});

export const SaveSecret = defineRoute({
  name: 'saveSecret',
  method: 'PUT',
  path: '/v1/secrets/:name',
  tag: TAG,
  summary: 'Save a secret, encrypted, with the tools that may use it and the hosts that it may be sent to',
  role: 'operator',
  params,
  body: secretBody,
  replies: { 200: secret },
  errors: ['version_conflict'],
});

export const RemoveSecret = defineRoute({
  name: 'removeSecret',
  method: 'DELETE',
  path: '/v1/secrets/:name',
  tag: TAG,
  summary: 'Remove a secret: no tool can use it from its next run on',
  role: 'operator',
  params,
  replies: { 200: secret },
  errors: ['not_found', 'version_conflict'],
});
