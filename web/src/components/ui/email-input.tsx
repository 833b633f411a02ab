import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

/** A required input for the person's email address, with its keyboard and autocompletion. */
export function EmailInput({ autoComplete = 'email', ...props }: Omit<ComponentProps<typeof Input>, 'type'>) {
  return <Input {...props} type="email" autoComplete={autoComplete} inputMode="email" required />;
}
