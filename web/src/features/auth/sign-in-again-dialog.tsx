import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { UserAnswer } from '#services/contract/auth.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { request } from '#web/lib/http.ts';
import { storeToken } from '#web/lib/session-token.ts';
import { isAnythingTyped } from '#web/lib/unsaved-changes.ts';
import { endSession } from './api/sign-out.ts';
import { currentUserKey, type User } from './api/use-current-user.ts';
import { authMessages } from './auth-messages.ts';
import { ForgotForm } from './forgot-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Another person than the member of the page has signed in. */
interface OtherSession {
  readonly token: string;
  readonly answer: UserAnswer;
}

interface SignInAgainDialogProps {
  /** The member of the session that ended. */
  readonly user: User;
  /** Ends the question with the member's new token, or with null. */
  readonly settle: (token: string | null) => void;
  /** Ends the question without a new session. */
  readonly onClose: () => void;
  /** Called before another member goes on, to discard what is typed. */
  readonly onOther: () => void;
}

/** Asks the member of an ended session to sign in again over the page. Another member can go on only without what is typed there. */
export const SignInAgainDialog = ({ user, settle, onClose, onOther }: SignInAgainDialogProps) => {
  const { mutate } = useSWRConfig();
  const [view, setView] = useState<'signin' | 'forgot'>('signin');
  const [email, setEmail] = useState(user.email);
  const [other, setOther] = useState<OtherSession | null>(null);
  const [isTyped] = useState(isAnythingTyped);

  const continueAs = async (token: string) => {
    const answer = await request<UserAnswer>(currentUserKey, { token });
    if (answer.user.id !== user.id) {
      setOther({ token, answer });
      return;
    }
    settle(token);
    storeToken(token);
    toast(authMessages.signedIn);
  };
  const signInAsMember = (session: OtherSession) => {
    endSession(session.token);
    setOther(null);
    setEmail(user.email);
  };
  const goOnAsOther = async ({ token, answer }: OtherSession) => {
    await mutate(currentUserKey, answer, { revalidate: false });
    onOther();
    settle(null);
    storeToken(token);
    // After the failures of what was not sent.
    setTimeout(() => toast(authMessages.signedIn));
  };

  if (other !== null) {
    return (
      <Dialog
        open
        onOpenChange={() => signInAsMember(other)}
        title="This is another account"
        description={`You signed in as ${other.answer.user.email}. The page belongs to ${user.email}, and nothing was sent.`}
        size="sm"
        isDanger
        footer={
          <>
            <Button onClick={() => signInAsMember(other)}>Sign in as {user.name}</Button>
            <Button variant="danger" onClick={() => void goOnAsOther(other)}>
              {isTyped ? 'Discard what I typed' : `Go on as ${other.answer.user.name}`}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Please sign in again"
      description={
        isTyped
          ? 'Your session has ended. What you typed is still here, and goes on when you have signed in.'
          : 'Your session has ended. Sign in, and the page goes on where you were.'
      }
      size="sm"
    >
      {view === 'signin' ? (
        <SignInForm email={email} onForgot={() => setView('forgot')} onDone={continueAs} />
      ) : (
        <ForgotForm
          email={email}
          onSwitch={(_, typedEmail) => {
            setEmail(typedEmail);
            setView('signin');
          }}
        />
      )}
    </Dialog>
  );
};
