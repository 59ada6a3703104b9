import type { SignInHelp } from '@crumbtrail/contracts/http/console-page';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { SignedInUser } from '../api/client';
import { ErrorNotice } from '../components/error-notice';
import { readSignInHelp } from './console-session';
import { useKnownCredential, useSignIn } from './use-sign-in';

/** What the gateway says about signing in; empty until it has answered. */
function useSignInHelp(): SignInHelp {
  const [help, setHelp] = useState<SignInHelp>({});
  useEffect(() => {
    let isShown = true;
    void readSignInHelp().then((next) => isShown && setHelp(next));
    return () => void (isShown = false);
  }, []);
  return help;
}

function Help({ keep }: { readonly keep: boolean }): ReactNode {
  const { key_file: keyFile } = useSignInHelp();
  return (
    <p className="soft">
      {keyFile === undefined ? (
        'An operator of this Crumbtrail gives you an API key. '
      ) : (
        <>
          <code>npx crumbtrail open</code>, or in a clone <code>npx crumb open</code>, signs you in without a key. The
          key of this machine is in <code>{keyFile}</code>.{' '}
        </>
      )}
      {keep
        ? 'This browser stays signed in for 30 days, until you sign out; it does not keep the key.'
        : 'The key is kept by the open tabs of this console only; closing them signs you out.'}
    </p>
  );
}

function KeyInput({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (key: string) => void;
}): ReactNode {
  return (
    <>
      <label htmlFor="key">API key</label>
      <input
        id="key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

/** The sign-in form. Signs in by itself if this browser or this tab is signed in, or another tab of this browser has a key. */
export function SignInForm({
  reason,
  mayAskOtherTabs,
  onSignIn,
}: {
  readonly reason: string;
  /** Not after signing out, which would sign in again. */
  readonly mayAskOtherTabs: boolean;
  readonly onSignIn: (v: SignedInUser) => void;
}): ReactNode {
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState(false);
  const { busy, error, signIn } = useSignIn(onSignIn);
  useKnownCredential(mayAskOtherTabs, signIn);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void signIn({ key: key.trim() }, { keep });
  };
  return (
    <main>
      <form className="key-form" onSubmit={submit}>
        <h1>Crumbtrail</h1>
        <KeyInput value={key} onChange={setKey} />
        <label className="keep">
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} /> Keep me signed in
          on this device
        </label>
        <button className="primary" disabled={busy || key.trim() === ''}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
        <Help keep={keep} />
        {error === undefined ? reason && <p role="alert">{reason}</p> : <ErrorNotice error={error} />}
      </form>
    </main>
  );
}
