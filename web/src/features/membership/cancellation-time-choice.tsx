import type { CancelMembershipBody } from '#services/contract/membership.ts';
import { RadioCard } from '#web/components/ui/radio-card.tsx';

export type CancellationTime = NonNullable<NonNullable<CancelMembershipBody>['when']>;

interface CancellationTimeChoiceProps {
  readonly chosen: CancellationTime;
  readonly disabled?: boolean;
  /** What each choice means, under its name. */
  readonly hints: Readonly<Record<CancellationTime, string>>;
  /** Such as "On Jan 12, 2026". */
  readonly periodEndLabel: string;
  readonly onChoose: (time: CancellationTime) => void;
}

/** Radio buttons for when an unpaid membership ends: immediately, or with the month that is not paid. */
export const CancellationTimeChoice = ({
  chosen,
  disabled = false,
  hints,
  periodEndLabel,
  onChoose,
}: CancellationTimeChoiceProps) => (
  <fieldset disabled={disabled}>
    <legend className="mb-3 font-semibold">When does it end?</legend>
    <div className="flex flex-col gap-3">
      {(['now', 'period_end'] as const).map((time) => (
        <RadioCard
          key={time}
          name="cancellation-time"
          checked={chosen === time}
          onChange={() => onChoose(time)}
        >
          <span>
            <span className="block font-medium">{time === 'now' ? 'Now' : periodEndLabel}</span>
            <span className="block text-ink-muted text-sm">{hints[time]}</span>
          </span>
        </RadioCard>
      ))}
    </div>
  </fieldset>
);
