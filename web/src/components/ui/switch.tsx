import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: string;
  hint?: ReactNode;
};

/** A switch after its label and hint; a click takes effect immediately. */
export function Switch({ checked, onCheckedChange, label, hint }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <label htmlFor={id} className="cursor-pointer font-medium text-lg">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-ink-muted">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onCheckedChange(!checked)}
        className="group grid min-h-11 shrink-0 place-items-center rounded-full"
      >
        <span
          className={cx(
            'flex h-8 w-14 items-center rounded-full border px-1 transition-colors group-hover:border-sea',
            checked ? 'border-sea bg-sea' : 'border-edge bg-surface',
          )}
        >
          <span
            className={cx(
              'size-5.5 rounded-full transition-transform',
              checked ? 'translate-x-6 bg-white' : 'bg-edge',
            )}
          />
        </span>
      </button>
    </div>
  );
}
