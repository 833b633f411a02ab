import { useForm } from 'react-hook-form';
import type { ProfileAnswer, ProfileBody } from '../../../../services/contract/account.ts';
import { Button } from '../../components/ui/button.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { toast } from '../../components/ui/toast.ts';
import { placeIssues } from '../../lib/form-issues.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { messages } from '../../lib/messages.ts';
import { EmailPart } from './email-part.tsx';

const resolver = lazyResolver(() => import('./resolvers.ts').then((m) => m.profileResolver));
const fields = ['name', 'phone', 'dateOfBirth'] as const;

interface ProfileFormProps {
  readonly profile: ProfileAnswer['profile'];
  readonly save: (body: ProfileBody) => Promise<void>;
}

/** Name, phone and date of birth; what is saved becomes what the form starts from. */
export const ProfileForm = ({ profile, save }: ProfileFormProps) => {
  const { name, phone, dateOfBirth } = profile;
  const { register, handleSubmit, setError, reset, formState } = useForm<ProfileBody>({
    resolver,
    defaultValues: { name, phone, dateOfBirth: dateOfBirth ?? '' },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await save(values);
      reset(values);
      toast(messages.profileSaved);
    } catch (cause) {
      if (placeIssues(cause, fields, setError) === 0) toast(messages.notSaved(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" required />}
      </Field>
      <EmailPart address={profile.email} />
      <Field label="Phone" error={errors.phone?.message}>
        {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="tel" required />}
      </Field>
      <Field label="Date of birth" required={false} error={errors.dateOfBirth?.message}>
        {(control) => <DateInput {...control} {...register('dateOfBirth')} autoComplete="bday" />}
      </Field>
      <Button type="submit" busy={isSubmitting} disabled={!isDirty} className="self-start max-sm:w-full">
        {isSubmitting ? 'Saving...' : 'Save profile'}
      </Button>
    </form>
  );
};
