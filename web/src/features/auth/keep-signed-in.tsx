import type { ComponentProps } from 'react';
import { Checkbox } from '#web/components/ui/checkbox.tsx';

/** The choice to stay signed in; takes the form's `register`. */
export const KeepSignedIn = (input: ComponentProps<'input'>) => (
  <Checkbox
    label="Keep me signed in on this device"
    hint="For 30 days after each visit. Without it, for a day."
    {...input}
  />
);
