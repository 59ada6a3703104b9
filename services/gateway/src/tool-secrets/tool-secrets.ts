import { Injectable } from '@nestjs/common';
import {
  Commit,
  List,
  participantName,
  Read,
  refuse,
  singletonId,
  toJsonObject,
  ToolSecret,
  type Envelope,
  type ToolSecretV1,
  type Write,
} from '@crumbtrail/contracts';
import { secretPlace, type SecretBody, type SecretList, type SecretView } from '@crumbtrail/contracts/http/secrets';
import type { LocatedIdentity } from '../cells/cell-directory';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { Sealer } from '../sealing/sealer';

type SavedSecret = Envelope<ToolSecretV1>;

const PAGE = 200;

const toView = ({ version, updated_at, author, updated_by, context }: SavedSecret): SecretView => ({
  name: context.name,
  hosts: context.hosts,
  tools: context.tools,
  version,
  saved_at: updated_at,
  saved_by: updated_by ?? { kind: author.kind, id: author.id },
});

const isPresent = ({ context }: SavedSecret): boolean => context.sealed_value !== undefined;

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());

/** The secrets that the code of tools may send, for operators. A value is encrypted before anything is stored. */
@Injectable()
export class ToolSecrets {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly sealer: Sealer,
  ) {}

  async list(caller: Caller): Promise<SecretList> {
    await this.requireOperator(caller);
    const found: SavedSecret[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
      const page = { schema: ToolSecret.name, limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { crumbs, next_cursor } = await this.requests.request(List, caller, page);
      found.push(...(crumbs as unknown as SavedSecret[]));
      cursor = next_cursor;
    }
    const secrets = found.filter(isPresent).map(toView);
    return { secrets: secrets.sort((a, b) => (a.name < b.name ? -1 : 1)), saves: this.sealer.canSeal };
  }

  async save(caller: Caller, name: string, body: SecretBody): Promise<SecretView> {
    const identity = await this.requireOperator(caller);
    const saved = await this.read(caller, identity, name);
    const sealed_value = this.sealedValue(identity, { name, body, saved });
    return this.write(caller, identity, {
      saved,
      context: { name, hosts: body.hosts, tools: body.tools, sealed_value },
    });
  }

  async remove(caller: Caller, name: string): Promise<SecretView> {
    const identity = await this.requireOperator(caller);
    const saved = await this.read(caller, identity, name);
    if (!saved || !isPresent(saved)) throw refuse('not_found', `There is no secret ${name}.`);
    const { sealed_value: _, ...context } = saved.context;
    return this.write(caller, identity, { saved, context });
  }

  private requireOperator(caller: Caller): Promise<LocatedIdentity> {
    return this.requests.requireOperator(caller, 'see and change secrets');
  }

  private async read(caller: Caller, { workspace }: LocatedIdentity, name: string): Promise<SavedSecret | undefined> {
    const { crumbs } = await this.requests.request(Read, caller, {
      refs: [{ id: singletonId(workspace, 'secret', name) }],
    });
    const [found] = crumbs;
    if (!found) return undefined;
    if ('erased' in found) throw refuse('erased', `The secret ${name} was erased: save it under another name.`);
    return found as unknown as SavedSecret;
  }

  /** The value that was given, sealed, or the saved one if it is for the same hosts. */
  private sealedValue(
    { workspace }: LocatedIdentity,
    {
      name,
      body,
      saved,
    }: { readonly name: string; readonly body: SecretBody; readonly saved: SavedSecret | undefined },
  ): string {
    const { hosts, value } = body;
    if (value !== undefined)
      return this.sealer.seal(
        value,
        secretPlace(workspace, { name, hosts }),
        'Or set TOOL_SECRETS of the tool-runner.',
      );
    const kept = saved?.context.sealed_value;
    if (kept === undefined) throw refuse('invalid_payload', `The secret ${name} has no saved value: send one.`);
    if (areSame(saved?.context.hosts ?? [], hosts)) return kept;
    throw refuse('invalid_payload', `The saved value of ${name} is for other hosts: send the value for these.`);
  }

  /** Only operators may read it, whatever readers of definitions may. */
  private async write(
    caller: Caller,
    identity: LocatedIdentity,
    { saved, context }: { readonly saved: SavedSecret | undefined; readonly context: ToolSecretV1 },
  ): Promise<SecretView> {
    const audience = [participantName(identity.participant)];
    const write: Write = saved
      ? { op: 'update', id: saved.id, if_match: saved.version, patch: { context: toJsonObject(context) } }
      : { op: 'create', draft: { schema_name: ToolSecret.name, audience, context: toJsonObject(context) } };
    await this.requests.request(Commit, caller, { writes: [write] });
    return toView((await this.read(caller, identity, context.name)) as SavedSecret);
  }
}
