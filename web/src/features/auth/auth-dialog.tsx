import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { startSession } from './api/start-session.ts';
import { currentUserKey } from './api/use-current-user.ts';
import { authMessages } from './auth-messages.ts';
import type { AuthView } from './auth-view.ts';
import { AuthViews } from './auth-views.tsx';
import { releasePendingAction, setPendingAction } from './pending-action.ts';

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
  const refetch = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(refetch.current), []);

  const close = () => {
    onViewChange('signup');
    onOpenChange(false);
  };
  const giveUp = () => {
    setPendingAction(null);
    close();
  };
  const finish = async (token: string, by: 'signup' | 'signin') => {
    releasePendingAction(Date.now());
    await startSession(token, mutate);
    close();
    refetch.current = setTimeout(() => void mutate(currentUserKey), refetchDelayMs);
    toast(by === 'signup' ? authMessages.accountCreated : authMessages.signedIn);
  };

  return (
    <Dialog open={open} onOpenChange={giveUp} size={view === 'signup' ? 'lg' : 'sm'} {...titles[view]}>
      <AuthViews view={view} onViewChange={onViewChange} onDone={finish} />
    </Dialog>
  );
};
