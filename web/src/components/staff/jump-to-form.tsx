import { Button } from '#web/components/ui/button.tsx';

type JumpToFormProps = {
  /** The form's accessible name. */
  form: string;
  children: string;
};

function openForm(form: string): void {
  const field = document.querySelector<HTMLElement>(`form[aria-label="${form}"] input`);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

/** Leads from the head of a list to the form below it, whose first field gets the focus. */
export const JumpToForm = ({ form, children }: JumpToFormProps) => (
  <Button variant="secondary" size="sm" onClick={() => openForm(form)}>
    {children}
  </Button>
);
