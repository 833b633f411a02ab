import { RadioCard } from '#web/components/ui/radio-card.tsx';

interface PlanTimeChoiceProps {
  readonly chosen: 'now' | 'renewal';
  readonly disabled: boolean;
  /** The day of the next renewal. */
  readonly renewal: string | null;
  readonly onChoose: (when: 'now' | 'renewal') => void;
}

/** When a larger plan starts. */
export const PlanTimeChoice = ({ chosen, disabled, renewal, onChoose }: PlanTimeChoiceProps) => (
  <fieldset disabled={disabled} className="flex flex-col gap-3">
    <legend className="mb-3 font-semibold">When does it start?</legend>
    {(
      [
        ['renewal', renewal === null ? 'At your next renewal' : `At your next renewal, on ${renewal}`],
        ['now', 'Now, for the difference'],
      ] as const
    ).map(([when, label]) => (
      <RadioCard key={when} name="plan-time" checked={chosen === when} onChange={() => onChoose(when)}>
        {label}
      </RadioCard>
    ))}
  </fieldset>
);
