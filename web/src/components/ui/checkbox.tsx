import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
};

/** A checkbox and its label as one click target. Takes checked/onCheckedChange, or a form's `register`. */
export function Checkbox({ label, hint, onCheckedChange, onChange, className, ...rest }: CheckboxProps) {
  const hintId = useId();
  return (
    <label className={cx('flex min-h-11 items-start gap-3 py-2', className)}>
      <span className="relative grid size-6 shrink-0">
        <input
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className="peer size-6 appearance-none rounded-sm border border-edge bg-surface transition-colors checked:border-sea checked:bg-sea hover:border-sea disabled:cursor-not-allowed disabled:opacity-60"
          onChange={(event) => {
            onChange?.(event);
            onCheckedChange?.(event.target.checked);
          }}
          {...rest}
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute inset-1 size-4 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>
        {label}
        {hint && (
          <span id={hintId} className="block text-ink-muted text-sm">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
