import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

/** An input for the one email address a person goes by here, with the keyboard and the suggestions for it. */
export function EmailInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  return <Input {...props} type="email" autoComplete="email" inputMode="email" required />;
}
