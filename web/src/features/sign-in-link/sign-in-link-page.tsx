import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { verifyEmailCode } from '../auth/api/email-code.ts';
import { startSession } from '../auth/api/start-session.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { authMessages } from '../auth/auth-messages.ts';
import { KeepSignedIn } from '../auth/keep-signed-in.tsx';

const SignInCard = ({ token, onInvalid }: { token: string; onInvalid: () => void }) => {
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const [keepSignedIn, setKeepSignedIn] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await startSession(await verifyEmailCode({ token }, keepSignedIn), mutate);
      navigate('/', { replace: true });
      toast(authMessages.signedIn);
    } catch (cause) {
      setBusy(false);
      if (cause instanceof ApiError && cause.status === 400) onInvalid();
      else toast(authMessages.signInFailed(cause));
    }
  };

  return (
    <Card className="md:p-8">
      <h2 className="text-2xl">Sign in on this device?</h2>
      <p className="mt-2">One press, and you are signed in to the account that the email was sent to.</p>
      <form onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-4">
        <KeepSignedIn onChange={(event) => setKeepSignedIn(event.target.checked)} />
        <Button type="submit" busy={isBusy} className="max-sm:w-full sm:self-start">
          {isBusy ? 'Signing in...' : 'Sign me in'}
        </Button>
      </form>
    </Card>
  );
};

/** /sign-in, which the email with a code links to. It signs in on a press, not on opening, because mail scanners open every link. */
export const SignInLinkPage = () => {
  const token = useAddressSecret('token');
  const { openAuth } = useAuth();
  const [isInvalid, setInvalid] = useState(token === null);
  return (
    <Page title="Sign In" subtitle="Without your password, this once." width="narrow">
      {token === null || isInvalid ? null : <SignInCard token={token} onInvalid={() => setInvalid(true)} />}
      <div aria-live="polite">
        {isInvalid ? (
          <Notice tone="warning" title="This link can't be used">
            <p>It is used, or older than 10 minutes. Ask for another code, or use your password.</p>
            <Button variant="secondary" className="mt-4" onClick={() => openAuth('signin')}>
              Sign In
            </Button>
          </Notice>
        ) : null}
      </div>
    </Page>
  );
};
