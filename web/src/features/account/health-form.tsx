import { FormProvider, useForm } from 'react-hook-form';
import type { HealthBody, ProfileAnswer } from '#services/contract/account.ts';
import { ask } from '#web/components/ui/ask.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { lazyResolver } from '#web/lib/lazy-resolver.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { HealthConsent } from '../auth/health-consent.tsx';
import { HealthQuestions } from '../auth/health-questions.tsx';
import { accountMessages } from './account-messages.ts';

const resolver = lazyResolver(() => import('./resolvers.ts').then((m) => m.healthResolver));

interface HealthFormProps {
  readonly health: ProfileAnswer['health'];
  /** The answers are stored already, so the consent holds. */
  readonly isConsented: boolean;
  readonly save: (body: HealthBody) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const toFormValues = (health: ProfileAnswer['health'], healthConsent: boolean): HealthBody => ({
  ...health,
  healthConsent,
  medicationDetails: health.medicationDetails ?? '',
  injuryDetails: health.injuryDetails ?? '',
  painfulMovementDetails: health.painfulMovementDetails ?? '',
});

function WithdrawConsent({ remove }: Pick<HealthFormProps, 'remove'>) {
  const { busy, run } = useOneAtATime();
  const withdraw = async () => {
    try {
      const isSure = await ask({
        title: 'Remove your health answers?',
        text: 'You take back your consent, and your instructors see nothing of the answers any more. You can answer again at any time.',
        confirmLabel: 'Remove them',
      });
      if (!isSure) return;
      await remove();
      toast(accountMessages.healthRemoved);
    } catch (cause) {
      toast(accountMessages.saveFailed(cause));
    }
  };
  return (
    <div className="mt-5 border-sand border-t pt-4">
      <p className="text-ink-muted text-sm">
        You agreed that we keep these answers and show them to your instructors.
      </p>
      <Button variant="quiet" size="sm" className="mt-2" busy={busy} onClick={() => void run(withdraw)}>
        Withdraw consent
      </Button>
    </div>
  );
}

/** The health questions of the sign-up with the member's answers. */
export const HealthForm = ({ health, isConsented, save, remove }: HealthFormProps) => {
  const form = useForm<HealthBody>({ resolver, defaultValues: toFormValues(health, isConsented) });
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
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
        {isConsented ? null : (
          <HealthConsent error={errors.healthConsent?.message} {...register('healthConsent')} />
        )}
        <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
          {isSubmitting ? 'Saving...' : 'Save health answers'}
        </Button>
      </form>
      {isConsented ? <WithdrawConsent remove={remove} /> : null}
    </FormProvider>
  );
};
