import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from './button.tsx';

/** An entry of a menu: an action, or a link to a page. */
type MenuEntry =
  | { readonly label: string; readonly onSelect: () => void }
  | { readonly label: string; readonly to: string };

type ActionMenuProps = { label: string; entries: readonly MenuEntry[] };

const GAP_PX = 4;

function place(menu: HTMLElement, trigger: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = trigger.bottom + GAP_PX;
  menu.style.left = `${Math.max(GAP_PX, trigger.right - width)}px`;
  menu.style.top = `${below + height > window.innerHeight ? Math.max(GAP_PX, trigger.top - height - GAP_PX) : below}px`;
}

const itemClasses =
  'flex min-h-11 w-full items-center rounded-sm px-3 text-left text-ink hover:bg-sand-soft focus-visible:bg-sand-soft';

/** A button with further actions under it. It is in the top layer, so that no table clips it. */
export function ActionMenu({ label, entries }: ActionMenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const listItems = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = () => menu.current?.hidePopover();

  useEffect(() => {
    if (!isOpen || !menu.current || !trigger.current) return;
    place(menu.current, trigger.current.getBoundingClientRect());
    menu.current.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const items = listItems();
    const index = items.findIndex((item) => item.matches(':focus'));
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: (index + 1) % items.length,
      ArrowUp: (index - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = moves[event.key];
    if (event.key === 'Tab') close();
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };

  return (
    <>
      <Button
        ref={trigger}
        variant="quiet"
        size="sm"
        className="px-2.5"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        popoverTarget={id}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </Button>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={onKeyDown}
        className="fixed m-0 w-52 rounded-card border border-sand bg-surface p-1.5 text-left shadow-float"
      >
        {/* A table has many menus, so that closed ones are left empty. */}
        {(isOpen ? entries : []).map((entry) =>
          'to' in entry ? (
            <Link key={entry.label} role="menuitem" tabIndex={-1} to={entry.to} className={itemClasses}>
              {entry.label}
            </Link>
          ) : (
            <button
              key={entry.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={itemClasses}
              onClick={() => {
                close();
                entry.onSelect();
              }}
            >
              {entry.label}
            </button>
          ),
        )}
      </div>
    </>
  );
}
