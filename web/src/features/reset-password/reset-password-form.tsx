import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { NewPasswordForm } from '../../../../services/contract/account.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { messages } from '../../lib/messages.ts';
import { removeToken } from '../../lib/session-token.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { resetPassword } from './api/reset-password.ts';

const resolver = lazyResolver(() => import('./resolver.ts').then((m) => m.newPasswordResolver));

/** The new password, twice. Once it is set, the way leads to signing in with it. */
export const ResetPasswordForm = ({ token }: { token: string | null }) => {
  const navigate = useNavigate();
  const { openAuth } = useAuth();
  const { register, handleSubmit, setError, formState } = useForm<NewPasswordForm>({
    resolver,
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    if (token === null) {
      toast(messages.resetTokenMissing);
      return;
    }
    try {
      await resetPassword({ token, password });
      // The server has ended the session of this browser as well.
      removeToken();
      toast(messages.passwordReset);
      navigate('/');
      openAuth('signin');
    } catch (cause) {
      toast(messages.resetFailed(cause));
      if (cause instanceof ApiError && cause.code === 'INVALID_RESET_LINK')
        setError('root', { type: 'link' });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="New password" hint="At least 6 characters" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="new-password" required />
        )}
      </Field>
      <Field label="Confirm new password" error={errors.confirmation?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('confirmation')} autoComplete="new-password" required />
        )}
      </Field>
      {errors.root ? (
        <Notice tone="warning" title="This link can't be used any more">
          <p>It works once, for one hour.</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => openAuth('forgot')}>
            Send me a new link
          </Button>
        </Notice>
      ) : null}
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Saving...' : 'Reset Password'}
      </Button>
    </form>
  );
};
