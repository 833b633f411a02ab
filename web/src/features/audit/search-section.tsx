import { Eye } from 'lucide-react';
import { SubjectSearch } from './subject-search.tsx';

/** The search, with the note that it is recorded. */
export const SearchSection = () => (
  <div className="flex flex-col gap-3">
    <SubjectSearch />
    <p className="flex items-start gap-2 text-ink-muted text-sm">
      <Eye aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      Looking is itself recorded: each member whom a search shows has a note of it in their history.
    </p>
  </div>
);
