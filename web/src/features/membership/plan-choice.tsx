import type { Plan } from '#services/contract/plans.ts';
import { RadioCard } from '#web/components/ui/radio-card.tsx';
import { formatPence } from '#web/lib/money.ts';
import { aPeriod } from '#web/lib/period-words.ts';

interface PlanChoiceProps {
  readonly plans: readonly Plan[];
  readonly chosenId: number | null;
  readonly onChoose: (id: number) => void;
}

const describeTerms = ({ pricePence, passes, interval, priority }: Plan): string =>
  `${formatPence(pricePence)} ${aPeriod[interval]} for ${passes} classes${priority ? ', with priority booking' : ''}`;

/** The plans on sale, one of which is chosen. */
export const PlanChoice = ({ plans, chosenId, onChoose }: PlanChoiceProps) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-3 font-semibold">Choose your plan</legend>
    {plans.map((plan) => (
      <RadioCard
        key={plan.id}
        isAtTop
        name="plan"
        checked={plan.id === chosenId}
        onChange={() => onChoose(plan.id)}
      >
        <span>
          <span className="block font-semibold">{plan.name}</span>
          <span className="block text-ink-muted">{describeTerms(plan)}</span>
          {plan.description !== '' && (
            <span className="block text-ink-muted text-sm">{plan.description}</span>
          )}
        </span>
      </RadioCard>
    ))}
  </fieldset>
);
