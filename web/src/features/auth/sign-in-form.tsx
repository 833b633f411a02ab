import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type SignInBody, type SignInForm as SignInValues, signInBody } from '#services/contract/auth.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { firstField, focusFirstField } from '#web/lib/first-field.ts';
import { signIn } from './api/sign-in.ts';
import { authMessages } from './auth-messages.ts';
import { EmailField } from './contact-fields.tsx';
import { EmailCodeForm } from './email-code-form.tsx';
import { KeepSignedIn } from './keep-signed-in.tsx';
import { SwitchLink } from './switch-link.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

interface SignInFormProps {
  readonly email: string;
  readonly onForgot: (email: string) => void;
  /** Undefined where only an existing account makes sense. */
  readonly onSignUp?: (email: string) => void;
  readonly onDone: (token: string) => Promise<void>;
}

interface PasswordFormProps extends SignInFormProps {
  readonly onCode: (email: string) => void;
}

const PasswordForm = ({ email, onForgot, onSignUp, onCode, onDone }: PasswordFormProps) => {
  const { register, handleSubmit, setError, getValues, formState } = useForm<
    SignInValues,
    unknown,
    SignInBody
  >({
    resolver: zodResolver(signInBody),
    defaultValues: { email, password: '', keepSignedIn: false },
  });
  const { errors, isSubmitting } = formState;

  const showFailure = (cause: unknown) => {
    const message = authMessages.signInFailed(cause);
    toast(message);
    setError('root', { message: message.text ?? message.title });
  };
  const submit = handleSubmit(async (values) => {
    try {
      await onDone(await signIn(values));
    } catch (cause) {
      showFailure(cause);
    }
  });
  const askForPasskey = usePasskeySignIn({
    keepSignedIn: () => getValues('keepSignedIn') === true,
    onDone,
    onFailed: showFailure,
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.root?.message ? <Notice tone="error">{errors.root.message}</Notice> : null}
      <EmailField
        {...firstField}
        autoComplete="username webauthn"
        error={errors.email?.message}
        {...register('email')}
      />
      <div>
        <PasswordField
          label="Password"
          error={errors.password?.message}
          autoComplete="current-password"
          {...register('password')}
        />
        <div className="mt-2">
          <SwitchLink onClick={() => onForgot(getValues('email'))}>Forgot your password?</SwitchLink>
        </div>
      </div>
      <KeepSignedIn {...register('keepSignedIn')} />
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </Button>
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-3">
        <SwitchLink onClick={() => onCode(getValues('email'))}>Email me a code instead</SwitchLink>
        {askForPasskey ? <SwitchLink onClick={askForPasskey}>Use a passkey</SwitchLink> : null}
      </p>
      {onSignUp ? (
        <p className="text-center text-ink-muted">
          New to the studio?{' '}
          <SwitchLink onClick={() => onSignUp(getValues('email'))}>Create an account</SwitchLink>
        </p>
      ) : null}
    </form>
  );
};

/** Signs in with the password, or with a code that comes by email. */
export const SignInForm = (props: SignInFormProps) => {
  const [email, setEmail] = useState(props.email);
  const [isByCode, setByCode] = useState(false);
  const switchTo = (byCode: boolean) => (typedEmail: string) => {
    setEmail(typedEmail);
    setByCode(byCode);
    // The link that was pressed goes with its form.
    requestAnimationFrame(() => focusFirstField(document));
  };
  return isByCode ? (
    <EmailCodeForm email={email} onPassword={switchTo(false)} onDone={props.onDone} />
  ) : (
    <PasswordForm {...props} email={email} onCode={switchTo(true)} />
  );
};
