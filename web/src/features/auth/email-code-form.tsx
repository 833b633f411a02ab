import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type EmailCodeBody, emailCodeBody } from '#services/contract/auth.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { firstField, focusFirstField } from '#web/lib/first-field.ts';
import { requestEmailCode, verifyEmailCode } from './api/email-code.ts';
import { authMessages } from './auth-messages.ts';
import { EmailField } from './contact-fields.tsx';
import { KeepSignedIn } from './keep-signed-in.tsx';
import { SwitchLink } from './switch-link.tsx';

interface EmailCodeFormProps {
  readonly email: string;
  /** Back to the password. */
  readonly onPassword: (email: string) => void;
  readonly onDone: (token: string) => Promise<void>;
}

interface CodeValues {
  readonly code: string;
  readonly keepSignedIn: boolean;
}

const CodeStep = ({
  email,
  onOther,
  onDone,
}: { email: string; onOther: () => void } & Pick<EmailCodeFormProps, 'onDone'>) => {
  const { register, handleSubmit, setError, formState } = useForm<CodeValues>({
    defaultValues: { code: '', keepSignedIn: false },
  });
  const { errors, isSubmitting } = formState;
  // The button that had the focus is removed.
  useEffect(() => void focusFirstField(document), []);

  const submit = handleSubmit(async ({ code, keepSignedIn }) => {
    try {
      await onDone(await verifyEmailCode({ email, code }, keepSignedIn));
    } catch (cause) {
      const message = authMessages.signInFailed(cause);
      toast(message);
      setError('code', { message: message.text ?? message.title }, { shouldFocus: true });
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p aria-live="polite">
        If there is an account with <strong className="break-words font-semibold">{email}</strong>, a code is
        on its way. It works for 10 minutes.
      </p>
      <Field label="Code from the email" error={errors.code?.message}>
        {(control) => (
          <Input
            {...firstField}
            {...control}
            {...register('code', {
              validate: (text) => /^(\s*\d){6}\s*$/.test(text) || 'Please enter the 6 digits of the email',
            })}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            required
            className="font-medium tabular-nums tracking-widest"
          />
        )}
      </Field>
      <KeepSignedIn {...register('keepSignedIn')} />
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </Button>
      <p className="text-center">
        <SwitchLink onClick={onOther}>Send another code</SwitchLink>
      </p>
    </form>
  );
};

/** Signs in with a code that comes by email, in place of the password. */
export const EmailCodeForm = ({ email, onPassword, onDone }: EmailCodeFormProps) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, getValues, formState } = useForm<EmailCodeBody>({
    resolver: zodResolver(emailCodeBody),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await requestEmailCode(values.email);
      setSentTo(values.email);
    } catch (cause) {
      toast(authMessages.codeFailed(cause));
    }
  });

  if (sentTo !== null) return <CodeStep email={sentTo} onOther={() => setSentTo(null)} onDone={onDone} />;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EmailField {...firstField} error={errors.email?.message} {...register('email')} />
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Sending...' : 'Email me a code'}
      </Button>
      <p className="text-center">
        <SwitchLink onClick={() => onPassword(getValues('email'))}>Use my password instead</SwitchLink>
      </p>
    </form>
  );
};
