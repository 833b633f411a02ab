import { useEffect, useRef, useState } from 'react';
import { focusFirstField } from '#web/lib/first-field.ts';
import type { AuthView } from './auth-view.ts';
import { ForgotForm } from './forgot-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface AuthViewsProps {
  readonly view: AuthView;
  readonly onViewChange: (view: AuthView) => void;
  /** The person has an account, new or not, and this token of a new session. */
  readonly onDone: (token: string, by: 'signup' | 'signin') => Promise<void>;
  /** Asks only what a first booking needs; the rest is folded. */
  readonly isShort?: boolean;
}

/** Sign-up, sign-in and forgotten password, for a dialog; the typed email address is carried from view to view. */
export const AuthViews = ({ view, onViewChange, onDone, isShort = false }: AuthViewsProps) => {
  const [email, setEmail] = useState('');
  // The link that switches the view goes with its view.
  const shownView = useRef(view);
  useEffect(() => {
    if (shownView.current !== view) focusFirstField(document);
    shownView.current = view;
  }, [view]);
  const switchTo = (next: AuthView, typedEmail: string) => {
    setEmail(typedEmail);
    onViewChange(next);
  };
  switch (view) {
    case 'signup':
      return (
        <SignUpForm
          email={email}
          isShort={isShort}
          onSwitch={switchTo}
          onDone={(token) => onDone(token, 'signup')}
        />
      );
    case 'signin':
      return (
        <SignInForm
          email={email}
          onForgot={(typedEmail) => switchTo('forgot', typedEmail)}
          onSignUp={(typedEmail) => switchTo('signup', typedEmail)}
          onDone={(token) => onDone(token, 'signin')}
        />
      );
    case 'forgot':
      return <ForgotForm email={email} onSwitch={switchTo} />;
  }
};
