import { CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { Checkbox } from '#web/components/ui/checkbox.tsx';

type HealthConsentProps = Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'> & {
  error: string | undefined;
};

/** The explicit consent to the storing of health answers; takes the form's `register`. */
export function HealthConsent({ error, ...input }: HealthConsentProps) {
  const errorId = useId();
  return (
    <div className="mt-3 rounded-card bg-sand-soft px-4 py-2">
      <Checkbox
        {...input}
        label="I agree that the studio keeps these health answers and shows them to my instructors."
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 pb-2 text-rust text-sm">
          <CircleAlert aria-hidden="true" className="mt-[0.2em] size-4 shrink-0" />
          {error}
        </p>
      )}
      <p className="pb-2 text-ink-muted text-sm">You can take this back in My Account at any time.</p>
    </div>
  );
}
