import { FormProvider, useForm } from 'react-hook-form';
import type { HealthBody, ProfileAnswer } from '#services/contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { lazyResolver } from '#web/lib/lazy-resolver.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { HealthQuestions } from '../auth/health-questions.tsx';
import { accountMessages } from './account-messages.ts';

const resolver = lazyResolver(() => import('./resolvers.ts').then((m) => m.healthResolver));

interface HealthFormProps {
  readonly health: ProfileAnswer['health'];
  readonly save: (body: HealthBody) => Promise<void>;
}

const toFormValues = (health: ProfileAnswer['health']): HealthBody => ({
  ...health,
  medicationDetails: health.medicationDetails ?? '',
  injuryDetails: health.injuryDetails ?? '',
  painfulMovementDetails: health.painfulMovementDetails ?? '',
});

/** The health questions of the sign-up with the member's answers. */
export const HealthForm = ({ health, save }: HealthFormProps) => {
  const form = useForm<HealthBody>({ resolver, defaultValues: toFormValues(health) });
  const { handleSubmit, reset, formState } = form;
  const { isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (values) => {
    try {
      await save(values);
      reset(values);
      toast(accountMessages.healthSaved);
    } catch (cause) {
      toast(accountMessages.saveFailed(cause));
    }
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <HealthQuestions legend={<legend className="sr-only">Health questions</legend>} />
        <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
          {isSubmitting ? 'Saving...' : 'Save health answers'}
        </Button>
      </form>
    </FormProvider>
  );
};
