import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import { Input } from './input.tsx';

/** A password control with a button that shows or hides what was typed. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="off"
        spellCheck={false}
        className={cx('pr-13', className)}
        {...rest}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-sm text-ink-muted hover:text-sea"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
