import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type ForgotPasswordBody, forgotPasswordBody } from '#services/contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { firstField } from '#web/lib/first-field.ts';
import { requestPasswordReset } from './api/request-password-reset.ts';
import { authMessages } from './auth-messages.ts';
import type { AuthView } from './auth-view.ts';
import { EmailField } from './contact-fields.tsx';
import { SwitchLink } from './switch-link.tsx';

interface ForgotFormProps {
  readonly email: string;
  readonly onSwitch: (view: AuthView, email: string) => void;
}

export const ForgotForm = ({ email, onSwitch }: ForgotFormProps) => {
  const { register, handleSubmit, getValues, formState } = useForm<ForgotPasswordBody>({
    resolver: zodResolver(forgotPasswordBody),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await requestPasswordReset(values.email);
      toast(authMessages.resetEmailSent);
      onSwitch('signin', values.email);
    } catch (cause) {
      toast(authMessages.resetEmailFailed(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EmailField {...firstField} error={errors.email?.message} {...register('email')} />
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Sending...' : 'Send reset link'}
      </Button>
      <p className="text-center">
        <SwitchLink onClick={() => onSwitch('signin', getValues('email'))}>Back to sign in</SwitchLink>
      </p>
    </form>
  );
};
