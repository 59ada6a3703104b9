import type { CrumbStore } from '@crumbtrail/bus';
import { namesTool, singletonId, ToolSecret } from '@crumbtrail/contracts';
import { secretPlace } from '@crumbtrail/contracts/http/secrets';
import { openSecret } from '@crumbtrail/platform';
import { hostOf, isAmongHosts, refusal } from '../web/check-url';

/** A secret, and what it is for. */
export interface UsableSecret {
  readonly value: string;
  /** Host names, `*.example.org` for all below a name, `*` for all. */
  readonly hosts: readonly string[];
  /** Names of tools, or prefixes that end in `*`. */
  readonly tools: readonly string[];
}

/** A secret of the environment. */
export interface EnvironmentSecret extends UsableSecret {
  readonly workspaces: readonly string[];
}

/** What secrets are read with. */
export interface SecretSettings {
  readonly ofEnvironment: ReadonlyMap<string, EnvironmentSecret>;
  /** The key of the installation; absent: what operators have saved cannot be opened. */
  readonly settingsKey?: Buffer | undefined;
}

/** The secret of this name in a workspace. Throws a refusal where there is none that can be read. */
export type SecretLookup = (workspace: string, name: string) => Promise<UsableSecret>;

/** What a header may hold. An error about another value would quote it. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The secret without a line end after it. Throws a refusal where no header can carry it. */
function requireSendable<Secret extends UsableSecret>(name: string, secret: Secret): Secret {
  const value = secret.value.replace(/[\r\n]+$/, '');
  if (SENDABLE.test(value)) return { ...secret, value };
  throw refusal(`the secret ${name} has several lines, or characters that no header can carry`);
}

/** Looks secrets up when they are used: those of the environment, else those that an operator has saved in the workspace. */
export function createSecretLookup({ ofEnvironment, settingsKey }: SecretSettings, store: CrumbStore): SecretLookup {
  return async (workspace, name) => {
    const given = ofEnvironment.get(name);
    if (given?.workspaces.includes(workspace)) return requireSendable(name, given);
    const saved = await store.in(workspace).readOne(ToolSecret, singletonId(workspace, 'secret', name));
    const { sealed_value, ...secret } = saved?.context ?? {};
    if (!saved || sealed_value === undefined)
      throw refusal(`nobody has saved the secret ${name} in this workspace: an operator can, in Settings`);
    const value = settingsKey && openSecret(sealed_value, settingsKey, secretPlace(workspace, saved.context));
    if (value !== undefined) return requireSendable(name, { value, ...(secret as Omit<UsableSecret, 'value'>) });
    throw refusal(
      `the secret ${name} cannot be decrypted, because this installation has another SETTINGS_KEY than the one that it was saved with, or none: an operator can save it again`,
    );
  };
}

/** Throws a refusal unless this tool may send the secret to this address. */
export function checkUse(
  name: string,
  { hosts, tools }: UsableSecret,
  use: { readonly tool: string; readonly url: URL },
): void {
  const { tool, url } = use;
  if (!namesTool(tools, tool)) throw refusal(`the tool ${tool} is not among those that may use the secret ${name}`);
  if (!isAmongHosts(hostOf(url), hosts)) throw refusal(`the secret ${name} may not be sent to ${hostOf(url)}`);
  if (url.protocol !== 'https:') throw refusal(`the secret ${name} is sent by https only, and not by ${url.protocol}`);
}
