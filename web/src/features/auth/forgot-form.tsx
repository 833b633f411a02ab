import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { signInBody } from '../../../../services/contract/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { EmailInput } from '../../components/ui/email-input.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useStudio } from '../../lib/config.ts';
import { messages } from '../../lib/messages.ts';
import { requestPasswordReset } from './api/request-password-reset.ts';
import type { AuthView } from './auth-view.ts';
import { SwitchLink } from './switch-link.tsx';

const forgotBody = signInBody.pick({ email: true });

interface ForgotFormProps {
  readonly email: string;
  readonly onSwitch: (view: AuthView, email: string) => void;
}

export const ForgotForm = ({ email, onSwitch }: ForgotFormProps) => {
  const studio = useStudio();
  const { register, handleSubmit, getValues, setError, formState } = useForm<{ email: string }>({
    resolver: zodResolver(forgotBody),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await requestPasswordReset(values.email);
      toast(messages.resetEmailSent);
      onSwitch('signin', values.email);
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 404) setError('root', { type: 'closed' });
      else toast(messages.resetEmailFailed(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        {(control) => <EmailInput {...control} {...register('email')} />}
      </Field>
      {errors.root ? (
        <Notice tone="info" title="We can't send reset emails yet">
          <p role="status">
            {studio.email ? (
              <>
                Please write to{' '}
                <a href={`mailto:${studio.email}`} className="text-link">
                  {studio.email}
                </a>
              </>
            ) : (
              'Please ask at the studio'
            )}
            , and we will help you back in.
          </p>
        </Notice>
      ) : null}
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Sending...' : 'Send reset link'}
      </Button>
      <p className="text-center">
        <SwitchLink onClick={() => onSwitch('signin', getValues('email'))}>Back to sign in</SwitchLink>
      </p>
    </form>
  );
};
