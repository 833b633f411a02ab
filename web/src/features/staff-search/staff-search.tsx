import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { Input } from '#web/components/ui/input.tsx';
import { type SearchGroup, type SearchOption, toSearchGroups } from './search-options.ts';
import { SearchResults } from './search-results.tsx';
import { useSearchKey } from './use-search-key.ts';
import { useStaffSearch } from './use-staff-search.ts';

const describeFound = (groups: readonly SearchGroup[] | null, hasFailed: boolean): string => {
  if (hasFailed) return 'The search did not answer. Please try again.';
  if (groups === null) return '';
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  return count === 0 ? 'Nothing found.' : `${count} found`;
};

/** Moves through the options, from the last to the first and back. */
const step = (options: readonly SearchOption[], activeKey: string | null, by: 1 | -1): string | null => {
  const index = options.findIndex(({ key }) => key === activeKey);
  const next = index === -1 ? (by === 1 ? 0 : options.length - 1) : index + by;
  return options[(next + options.length) % options.length]?.key ?? null;
};

/** Finds members, classes, bookings, payments and passes from every page of an admin; `/` leads to it. */
export function StaffSearch() {
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  // Enter was pressed before the results of the text were there.
  const [isEntered, setEntered] = useState(false);
  const { answer, hasFailed, isCurrent } = useStaffSearch(isOpen ? text : '');
  const groups = answer === undefined ? null : toSearchGroups(answer);
  const options = groups?.flatMap((group) => group.options) ?? [];
  // Enter takes the first result unless another was chosen.
  const active = options.find(({ key }) => key === moved) ?? options[0] ?? null;
  const status = describeFound(groups, hasFailed);

  const open = useCallback(() => {
    setOpen(true);
    field.current?.focus();
    field.current?.select();
  }, []);
  useSearchKey(open);
  // On phones the field is rendered by its button.
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const close = () => {
    setOpen(false);
    setText('');
    setMoved(null);
    setEntered(false);
  };
  const choose = ({ to }: SearchOption) => {
    close();
    field.current?.blur();
    navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setMoved(step(options, active?.key ?? null, event.key === 'ArrowDown' ? 1 : -1));
      setEntered(false);
    } else if (event.key === 'Enter' && (isCurrent || moved !== null)) {
      if (active) choose(active);
    } else if (event.key === 'Enter') setEntered(true);
    else if (event.key === 'Escape') {
      close();
      field.current?.blur();
    }
  };
  useEffect(() => {
    if (!isEntered || !isCurrent) return;
    setEntered(false);
    if (active) choose(active);
  });
  const hasPopup = isOpen && text.trim() !== '' && status !== '';

  return (
    <search
      ref={container}
      className="flex min-w-0 md:relative md:w-full md:max-w-md md:grow"
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !container.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <Button variant="quiet" size="sm" className="px-2.5 md:hidden" aria-label="Search" onClick={open}>
        <Search aria-hidden="true" className="size-5" />
      </Button>
      <div
        className={cx(
          'min-w-0 items-center gap-1 md:relative md:flex md:grow',
          isOpen
            ? 'flex max-md:absolute max-md:inset-x-0 max-md:top-0 max-md:z-20 max-md:h-15 max-md:bg-surface max-md:px-4'
            : 'max-md:hidden',
        )}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute left-3.5 size-4.5 text-ink-muted max-md:left-7.5"
        />
        <Input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search members, classes, bookings, payments and passes"
          aria-expanded={hasPopup && options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={hasPopup && active ? `${id}-${active.key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Search: name, phone, class, id"
          value={text}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => {
            setOpen(true);
            setText(target.value);
            setMoved(null);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          className="min-h-11! py-1.5! pl-10"
        />
        <span
          aria-hidden="true"
          className={cx(
            'pointer-events-none absolute right-3 rounded-sm border border-sand px-1.5 font-sans text-ink-muted text-sm max-md:hidden',
            isOpen && 'hidden',
          )}
        >
          /
        </span>
        <Button
          variant="quiet"
          size="sm"
          className="px-2.5 md:hidden"
          aria-label="Close the search"
          onClick={close}
        >
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <div
        className={cx(
          'absolute inset-x-0 top-full z-20 max-h-[70dvh] overflow-y-auto rounded-card border border-sand bg-surface p-2 shadow-float md:mt-1.5 max-md:mx-2',
          !hasPopup && 'hidden',
        )}
      >
        <p role="status" className={options.length > 0 ? 'sr-only' : 'px-3 py-2 text-ink-muted'}>
          {hasPopup ? status : ''}
        </p>
        {groups && options.length > 0 && (
          <SearchResults
            id={`${id}-list`}
            groups={groups}
            activeKey={active?.key ?? null}
            toOptionId={(key) => `${id}-${key}`}
            onChoose={choose}
          />
        )}
      </div>
    </search>
  );
}
