import { Button } from '#web/components/ui/button.tsx';

type JumpToFormProps = {
  /** The form's accessible name. */
  form: string;
  children: string;
};

/** Leads from the head of a list to the form below it, whose first field gets the focus. */
export const JumpToForm = ({ form, children }: JumpToFormProps) => (
  <Button
    variant="secondary"
    size="sm"
    onClick={() => document.querySelector<HTMLElement>(`form[aria-label="${form}"] input`)?.focus()}
  >
    {children}
  </Button>
);
