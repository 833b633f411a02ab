import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FailureReason } from './failure-reason.tsx';

type CreateFormProps = {
  /** Its name for screen readers. */
  label: string;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** The caught value of a failed submit, whose reason is shown under the fields. */
  failure: unknown;
  onSubmit: FormEventHandler;
  children: ReactNode;
};

/** The card of a form that adds to a list. */
export const CreateForm = ({
  label,
  submitLabel,
  busyLabel,
  busy,
  failure,
  onSubmit,
  children,
}: CreateFormProps) => (
  <form
    noValidate
    onSubmit={onSubmit}
    aria-label={label}
    className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
  >
    {children}
    <FailureReason cause={failure} />
    <Button type="submit" busy={busy} className="self-start max-sm:w-full">
      {busy ? busyLabel : submitLabel}
    </Button>
  </form>
);
