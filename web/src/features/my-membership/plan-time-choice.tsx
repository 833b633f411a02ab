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
      <label
        key={when}
        className="flex min-h-14 cursor-pointer items-center gap-4 rounded-card border border-sand px-4 py-3 transition-colors hover:border-sea has-checked:border-sea has-checked:bg-sea-tint"
      >
        <input
          type="radio"
          name="plan-time"
          className="size-5 shrink-0 accent-sea"
          checked={chosen === when}
          onChange={() => onChoose(when)}
        />
        {label}
      </label>
    ))}
  </fieldset>
);
