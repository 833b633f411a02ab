import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { HealthBody } from '#services/contract/account.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';

const questionsWithDetails = [
  {
    name: 'onMedication',
    question: 'I take medication',
    details: 'medicationDetails',
    label: 'Which medication?',
  },
  {
    name: 'hasInjuries',
    question: 'I have an injury, or had one recently',
    details: 'injuryDetails',
    label: 'What should we know about it?',
  },
  {
    name: 'painfulMovements',
    question: 'Some movements hurt',
    details: 'painfulMovementDetails',
    label: 'Which movements?',
  },
] as const;

/** The health questions as fields of the enclosing form. Details are shown and sent only while their question is ticked. */
export const HealthQuestions = ({ legend, className }: { legend: ReactNode; className?: string }) => {
  const { register, control, formState } = useFormContext<HealthBody>();
  const answers = useWatch({ control, name: ['onMedication', 'hasInjuries', 'painfulMovements'] });

  return (
    <fieldset className={className}>
      {legend}
      <p className="clear-both mb-3 text-ink-muted">
        Tick what applies to you. Only the studio reads this, to keep you safe in class.
      </p>
      <div className="flex flex-col">
        {questionsWithDetails.map(({ name, question, details, label }, index) => (
          <div key={name}>
            <Checkbox label={question} {...register(name)} />
            {answers[index] ? (
              <div className="animate-fade-in pb-3 pl-9">
                <Field label={label} required={false} error={formState.errors[details]?.message}>
                  {(field) => (
                    <Textarea {...field} {...register(details, { shouldUnregister: true })} rows={2} />
                  )}
                </Field>
              </div>
            ) : null}
          </div>
        ))}
        <Checkbox label="I am pregnant or gave birth recently" {...register('isPregnantOrPostpartum')} />
        <Checkbox
          label="I am fine with hands-on corrections"
          hint="Your instructor may guide a position by touch."
          {...register('okWithHandsOnCorrections')}
        />
      </div>
    </fieldset>
  );
};
