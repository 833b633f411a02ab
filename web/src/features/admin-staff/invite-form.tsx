import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import { type InviteBody, inviteBody } from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { post } from '#web/lib/http.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { RoleSelect } from './role-select.tsx';
import { refreshStaff, staffPath } from './use-staff.ts';

const emptyForm: InviteBody = { email: '', role: 'instructor' };

/** Invites a person by email, who then chooses a name and a password. */
export function InviteForm() {
  const { mutate } = useSWRConfig();
  const { register, handleSubmit, setError, reset, formState } = useForm<InviteBody>({
    resolver: zodResolver(inviteBody),
    defaultValues: emptyForm,
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (body) => {
    try {
      await post(staffPath, body);
      toast(staffMessages.staffInvited(body.email));
      reset(emptyForm);
      await refreshStaff(mutate);
    } catch (cause) {
      if (setFieldErrors(cause, ['email', 'role'], setError) === 0) toast(staffMessages.inviteFailed(cause));
    }
  });

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Invite someone"
      className="grid gap-4 rounded-card border border-sand bg-surface p-4 md:grid-cols-[1fr_1fr_auto] md:items-start md:p-5"
    >
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Field label="Role" error={errors.role?.message}>
        {(control) => <RoleSelect {...control} {...register('role')} />}
      </Field>
      <Button type="submit" busy={isSubmitting} className="md:mt-[1.9rem] md:min-h-12">
        {isSubmitting ? 'Sending...' : 'Send invitation'}
      </Button>
    </form>
  );
}
