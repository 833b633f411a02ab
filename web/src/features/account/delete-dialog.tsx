import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type EraseBody, eraseBody } from '#services/contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose } from '#web/components/ui/dialog.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useCredits } from '../auth/api/use-credits.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';
import { accountMessages } from './account-messages.ts';
import { deleteAccount } from './api/delete-account.ts';
import { describeDeletion } from './deletion-consequences.ts';

const Consequences = () => {
  const sentences = describeDeletion({
    bookings: useMyBookings(true).bookings,
    credits: useCredits(true),
    membership: useMembership(true).membership,
  });
  if (sentences === null)
    return (
      <div aria-busy="true">
        <Skeleton className="h-28" />
      </div>
    );
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
};

/** Lists the consequences and asks for the password before the account is deleted. */
export const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm<EraseBody>({
    resolver: zodResolver(eraseBody),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await deleteAccount(values);
      toast(accountMessages.accountDeleted);
      navigate('/');
    } catch (cause) {
      if (setFieldErrors(cause, ['password'], setError) === 0)
        toast(accountMessages.accountDeletionFailed(cause));
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title="Delete your account?"
      description="This can't be undone. It happens now."
      isDanger
      footer={
        <>
          <DialogClose variant="primary" disabled={isSubmitting}>
            Keep my account
          </DialogClose>
          <Button type="submit" form="delete-account" variant="danger" busy={isSubmitting}>
            {isSubmitting ? 'Deleting...' : 'Delete My Account'}
          </Button>
        </>
      }
    >
      <Consequences />
      <form id="delete-account" noValidate onSubmit={submit} className="mt-6">
        <PasswordField
          label="Your password"
          error={errors.password?.message}
          autoComplete="current-password"
          {...register('password')}
        />
      </form>
    </Dialog>
  );
};
