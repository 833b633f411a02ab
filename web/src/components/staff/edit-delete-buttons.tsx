import { ActionMenu } from '../ui/action-menu.tsx';
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

type EditDeleteMenuProps = EditDeleteButtonsProps & {
  /** An action before them. */
  first?: { readonly label: string; readonly onSelect: () => void } | undefined;
};

/** The same in a menu on phones, for rows of a line or two. */
export const EditDeleteMenu = ({ name, first, onEdit, onDelete }: EditDeleteMenuProps) => (
  <>
    <div className="flex items-center gap-1 max-md:hidden">
      {first && (
        <Button variant="quiet" size="sm" aria-label={`${first.label} of ${name}`} onClick={first.onSelect}>
          {first.label}
        </Button>
      )}
      <EditDeleteButtons name={name} onEdit={onEdit} onDelete={onDelete} />
    </div>
    <div className="md:hidden">
      <ActionMenu
        label={`Actions for ${name}`}
        entries={[
          ...(first ? [first] : []),
          { label: 'Edit', onSelect: onEdit },
          { label: 'Delete', onSelect: onDelete },
        ]}
      />
    </div>
  </>
);
