import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: string;
  hint?: ReactNode;
};

interface SwitchControlProps extends Pick<SwitchProps, 'checked' | 'onCheckedChange'> {
  /** The id of a label's field; without it `aria-label` names the switch. */
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
}

/** The switch alone, for a table of switches. */
export const SwitchControl = ({ checked, onCheckedChange, ...named }: SwitchControlProps) => (
  <button
    type="button"
    role="switch"
    {...named}
    aria-checked={checked}
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
          checked ? 'translate-x-6 bg-surface' : 'bg-edge',
        )}
      />
    </span>
  </button>
);

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
      <SwitchControl
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </div>
  );
}
