import { useForm } from 'react-hook-form';
import type { ProfileAnswer, ProfileBody } from '#services/contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { lazyResolver } from '#web/lib/lazy-resolver.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { DateOfBirthField, NameField, PhoneField } from '../auth/contact-fields.tsx';
import { accountMessages } from './account-messages.ts';
import { EmailAddress } from './email-address.tsx';

const resolver = lazyResolver(() => import('./resolvers.ts').then((m) => m.profileResolver));
const fields = ['name', 'phone', 'dateOfBirth'] as const;

interface ProfileFormProps {
  readonly profile: ProfileAnswer['profile'];
  readonly save: (body: ProfileBody) => Promise<void>;
}

export const ProfileForm = ({ profile, save }: ProfileFormProps) => {
  const { name, phone, dateOfBirth } = profile;
  const { register, handleSubmit, setError, reset, formState } = useForm<ProfileBody>({
    resolver,
    defaultValues: { name, phone, dateOfBirth: dateOfBirth ?? '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (values) => {
    try {
      await save(values);
      reset(values);
      toast(accountMessages.profileSaved);
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) === 0) toast(accountMessages.saveFailed(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <NameField error={errors.name?.message} {...register('name')} />
      <EmailAddress address={profile.email} fault={profile.addressFault} />
      <PhoneField error={errors.phone?.message} {...register('phone')} />
      <DateOfBirthField error={errors.dateOfBirth?.message} {...register('dateOfBirth')} />
      <Button type="submit" busy={isSubmitting} disabled={!isDirty} className="self-start max-sm:w-full">
        {isSubmitting ? 'Saving...' : 'Save profile'}
      </Button>
    </form>
  );
};
