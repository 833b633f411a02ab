import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { focusFirstField } from '#web/lib/first-field.ts';
import { startSession } from './api/start-session.ts';
import { currentUserKey } from './api/use-current-user.ts';
import { authMessages } from './auth-messages.ts';
import type { AuthView } from './auth-view.ts';
import { ForgotForm } from './forgot-form.tsx';
import { releasePendingAction, setPendingAction } from './pending-action.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const titles: Record<AuthView, { title: string; description: string }> = {
  signup: { title: 'Create your account', description: 'A minute now, and every class is two taps away.' },
  signin: { title: 'Welcome back', description: 'Sign in to book classes and see your passes.' },
  forgot: { title: 'Reset your password', description: 'We will email you a link to choose a new one.' },
};

const refetchDelayMs = 100;

interface AuthDialogProps {
  readonly open: boolean;
  readonly view: AuthView;
  readonly onViewChange: (view: AuthView) => void;
  readonly onOpenChange: (open: boolean) => void;
}

/** Sign-up, sign-in and forgotten password in one dialog; the typed email address is carried from view to view. */
export const AuthDialog = ({ open, view, onViewChange, onOpenChange }: AuthDialogProps) => {
  const { mutate } = useSWRConfig();
  const [email, setEmail] = useState('');
  const refetch = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(refetch.current), []);

  // The link that switches the view goes with its view.
  const shownView = useRef(view);
  useEffect(() => {
    if (open && shownView.current !== view) focusFirstField(document);
    shownView.current = view;
  }, [open, view]);

  const close = () => {
    setEmail('');
    onViewChange('signup');
    onOpenChange(false);
  };
  const giveUp = () => {
    setPendingAction(null);
    close();
  };
  const switchTo = (next: AuthView, typedEmail: string) => {
    setEmail(typedEmail);
    onViewChange(next);
  };
  const finish = async (token: string) => {
    releasePendingAction(Date.now());
    await startSession(token, mutate);
    close();
    refetch.current = setTimeout(() => void mutate(currentUserKey), refetchDelayMs);
  };

  return (
    <Dialog open={open} onOpenChange={giveUp} size={view === 'signup' ? 'lg' : 'sm'} {...titles[view]}>
      {view === 'signup' ? <SignUpForm email={email} onSwitch={switchTo} onDone={finish} /> : null}
      {view === 'signin' ? (
        <SignInForm
          email={email}
          onForgot={(typedEmail) => switchTo('forgot', typedEmail)}
          onSignUp={(typedEmail) => switchTo('signup', typedEmail)}
          onDone={async (token) => {
            await finish(token);
            toast(authMessages.signedIn);
          }}
        />
      ) : null}
      {view === 'forgot' ? <ForgotForm email={email} onSwitch={switchTo} /> : null}
    </Dialog>
  );
};
