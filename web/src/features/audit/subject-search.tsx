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
import { getHistoryPath } from './subject.ts';
import { useSubjectSearch } from './use-subject-search.ts';

type ResultsProps = {
  found: NonNullable<ReturnType<typeof useSubjectSearch>['found']>;
  onChoose: () => void;
};

function Results({ found: { results, hasMore }, onChoose }: ResultsProps) {
  if (results.length === 0)
    return (
      <p className="text-ink-muted">
        Nothing has that name. Members are found by a part of their name, email or phone; a booking and a
        class go by their number.
      </p>
    );
  return (
    <>
      <ul aria-label="Found" className="flex max-w-2xl flex-col gap-2">
        {results.map(({ subject, title, about, isErased }) => (
          <li key={`${subject.kind}/${subject.id}`}>
            <Link
              to={getHistoryPath(subject)}
              onClick={onChoose}
              className="flex min-h-14 items-center gap-3 rounded-card border border-sand bg-surface px-4 py-2.5 transition-colors hover:border-sea hover:bg-sea-tint"
            >
              <span className="min-w-0 grow">
                <span className="wrap-anywhere flex flex-wrap items-center gap-2 font-semibold">
                  {title}
                  {isErased && <Badge tone="amber">Erased</Badge>}
                </span>
                <span className="wrap-anywhere block text-ink-muted text-sm">{about}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="text-ink-muted">More members match. Type more of the name to see the others.</p>
      )}
    </>
  );
}

/** Finds members by a part of what they are called, and classes and payments by their id. */
export function SubjectSearch() {
  const [text, setText] = useState('');
  // Not in the address, because it can be a name or an email.
  const [query, setQuery] = useState<string | null>(null);
  const { found, error, isLoading, retry } = useSubjectSearch(query);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed !== '') setQuery(trimmed);
  };
  const clear = () => {
    setText('');
    setQuery(null);
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
                placeholder="Name, email, phone, booking, class or payment"
                value={text}
                onChange={({ target }) => setText(target.value)}
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
        {found === undefined ? '' : `${formatCount(found.results.length, 'thing', 'things')} found`}
      </p>
      {isLoading && <Spinner label="Looking" />}
      {error && <LoadFailure what="history" error={error} retry={retry} />}
      {found && <Results found={found} onChoose={clear} />}
    </search>
  );
}
