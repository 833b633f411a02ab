import { ChevronRight, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { formatCount } from '#web/lib/numbers.ts';
import { deskPath } from './subject.ts';
import { type Found, useSearch } from './use-subject-search.ts';

function Results({ found, onChosen }: { found: readonly Found[]; onChosen: () => void }) {
  if (found.length === 0)
    return (
      <p className="text-ink-muted">
        Nothing has that name. An email is looked for as a whole; a booking and a class go by their number.
      </p>
    );
  return (
    <ul aria-label="Found" className="flex max-w-2xl flex-col gap-2">
      {found.map(({ subject, title, about, isErased }) => (
        <li key={`${subject.kind}/${subject.id}`}>
          <Link
            to={deskPath(subject)}
            onClick={onChosen}
            className="flex min-h-14 items-center gap-3 rounded-card border border-sand bg-surface px-4 py-2.5 transition-colors hover:border-sea hover:bg-sea-tint"
          >
            <span className="min-w-0 grow">
              <span className="flex flex-wrap items-center gap-2 break-all font-semibold">
                {title}
                {isErased && <Badge tone="amber">Erased</Badge>}
              </span>
              <span className="block break-all text-ink-muted text-sm">{about}</span>
            </span>
            <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** One field for whatever an auditor comes with. */
export function DeskSearch() {
  const [typed, setTyped] = useState('');
  // In no address: what is looked for may be an email.
  const [words, setWords] = useState<string | null>(null);
  const { found, error, isLoading, retry } = useSearch(words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted !== '') setWords(wanted);
  };
  const clear = () => {
    setTyped('');
    setWords(null);
  };
  return (
    <search className="flex flex-col gap-3">
      <form onSubmit={submit} className="flex max-w-2xl items-end gap-2">
        <div className="min-w-0 grow">
          <Field label="Find a member, class or payment">
            {(control) => (
              <Input
                {...control}
                type="search"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder="Email, member id, booking, class or payment"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" busy={isLoading} className="h-12 shrink-0" aria-label="Find">
          <Search aria-hidden="true" className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">Find</span>
        </Button>
      </form>
      <p role="status" className="sr-only">
        {found === undefined ? '' : `${formatCount(found.length, 'thing', 'things')} found`}
      </p>
      {isLoading && <Spinner label="Looking" />}
      {error && <LoadFailure what="history" error={error} retry={retry} />}
      {found && <Results found={found} onChosen={clear} />}
    </search>
  );
}
