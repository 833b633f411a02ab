import { Button } from '../ui/button.tsx';

type EditDeleteButtonsProps = { name: string; onEdit: () => void; onDelete: () => void };

export const EditDeleteButtons = ({ name, onEdit, onDelete }: EditDeleteButtonsProps) => (
  <>
    <Button variant="quiet" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
      Edit
    </Button>
    <Button variant="quietDanger" size="sm" aria-label={`Delete ${name}`} onClick={onDelete}>
      Delete
    </Button>
  </>
);
