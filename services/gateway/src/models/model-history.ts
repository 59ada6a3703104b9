import type { Envelope, ModelConnectionV1 } from '@crumbtrail/contracts';
import type { WorkspaceModel } from '@crumbtrail/contracts/http/models';

type ModelVersion = Envelope<ModelConnectionV1>;

const MOST_VERSIONS = 100;

/** What became of the key between two versions; undefined where nothing did. */
function keyChange(before: string | undefined, after: string | undefined): string | undefined {
  if (before === after) return undefined;
  if (after === undefined) return 'key removed';
  return before === undefined ? 'key saved' : 'key replaced';
}

const fieldChange = (what: string, before: string | undefined, after: string | undefined): string | undefined =>
  before === after ? undefined : `${what}: ${before ?? 'none'} → ${after ?? 'none'}`;

/** What one version changed, in words; never a key. */
function changesOf(after: ModelConnectionV1, before: ModelConnectionV1 | undefined): string[] {
  const isBack = before?.disconnected === true && after.disconnected !== true;
  const found = before
    ? [
        after.disconnected === true && before.disconnected !== true ? 'disconnected' : undefined,
        isBack ? 'connected again' : undefined,
        fieldChange('model', before.model, after.model),
        fieldChange('address', before.base_url, after.base_url),
        fieldChange('provider', before.provider, after.provider),
      ]
    : [`connected ${after.model} at ${after.base_url}`];
  return [...found, keyChange(before?.sealed_key, after.sealed_key)].filter((one) => one !== undefined);
}

/** Who changed the model of a workspace, the latest first. `versions` is oldest first. */
export const toHistory = (versions: readonly ModelVersion[]): WorkspaceModel['history'] =>
  versions
    .map(({ version, updated_at, author, updated_by, context }, nth) => ({
      version,
      at: updated_at,
      by: updated_by ?? { kind: author.kind, id: author.id },
      changes: changesOf(context, versions[nth - 1]?.context),
    }))
    .reverse()
    .slice(0, MOST_VERSIONS);
