import { Download, Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="relative min-w-56 grow md:max-w-sm">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4.5 text-ink-muted"
      />
      <Input
        id={id}
        type="search"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-10"
      />
    </div>
  );
}

type TableToolbarProps = {
  search: SearchFieldProps | undefined;
  children: ReactNode;
  onExport: (() => void) | undefined;
  canExport: boolean;
};

/** The search field, the caller's controls and the CSV export above a table; nothing if it has none of them. */
export function TableToolbar({ search, children, onExport, canExport }: TableToolbarProps) {
  if (!search && !onExport && children === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {search && <SearchField {...search} />}
      {children}
      {onExport && (
        <Button variant="quiet" size="sm" className="md:ml-auto" disabled={!canExport} onClick={onExport}>
          <Download aria-hidden="true" className="size-4.5" />
          Export CSV
        </Button>
      )}
    </div>
  );
}
