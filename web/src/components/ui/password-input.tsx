import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import { Input } from './input.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Which password it takes, for password managers. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password control with a button that shows or hides the password. */
export function PasswordInput({ className, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        type={isShown ? 'text' : 'password'}
        autoCapitalize="off"
        spellCheck={false}
        className={cx('pr-13', className)}
        {...rest}
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-sm text-ink-muted hover:text-sea"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
