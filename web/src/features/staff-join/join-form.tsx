import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { joinForm, type StaffSessionAnswer } from '#services/contract/staff.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { post } from '#web/lib/http.ts';
import { openStaffSession } from '#web/lib/staff-session.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';

const fields = ['name', 'password'] as const;

/** The first page of each role. */
const homePaths = { admin: '/admin', instructor: '/classes', auditor: '/audit' } as const;

/** Completes an account with a name and a password, and opens the first page of its role. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof joinForm>>({
    resolver: zodResolver(joinForm),
    defaultValues: { name: '', password: '', confirmation: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async ({ name, password }) => {
    try {
      const answer = await post<StaffSessionAnswer>('/api/staff/join', { token, name, password });
      const { role, staffId, needsSecondFactor } = answer;
      openStaffSession({ token: answer.token, role, name: answer.name, staffId, needsSecondFactor });
      navigate(homePaths[answer.role], { replace: true });
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) > 0) return;
      setError('root', {
        message: getErrorMessage(cause, 'That did not work. Please try again in a moment.'),
      });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label="Your name"
        hint="Others of the staff see it beside what you do."
        error={errors.name?.message}
      >
        {(control) => <Input {...control} {...register('name')} autoComplete="name" required />}
      </Field>
      {/* Password managers store the password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        hint="At least 12 characters"
        error={errors.password?.message}
        autoComplete="new-password"
        {...register('password', { deps: ['confirmation'] })}
      />
      <PasswordField
        label="Confirm password"
        error={errors.confirmation?.message}
        autoComplete="new-password"
        {...register('confirmation')}
      />
      {errors.root && <Notice tone="error">{errors.root.message}</Notice>}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Joining...' : 'Join the team'}
      </Button>
    </form>
  );
}
