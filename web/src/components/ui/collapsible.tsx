import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';

type CollapsiblePanelProps = {
  title: string;
  icon?: LucideIcon | undefined;
  defaultOpen?: boolean | undefined;
  children: ReactNode;
};

/** A heading that opens and closes the content under it. Panels can be stacked. */
export function CollapsiblePanel({
  title,
  icon: Icon,
  defaultOpen = false,
  children,
}: CollapsiblePanelProps) {
  const [open, setOpen] = useState(defaultOpen);
  const id = useId();
  return (
    <div className="border-sand border-b">
      <h3 className="font-medium text-lg">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-16 w-full items-center gap-4 rounded-sm py-3 text-left transition-colors hover:text-sea"
        >
          {Icon && <Icon aria-hidden="true" className="size-5.5 shrink-0 text-sea" strokeWidth={1.6} />}
          <span className="grow">{title}</span>
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.6}
            className={cx('size-5 shrink-0 text-ink-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      <div
        id={id}
        inert={!open}
        className={cx(
          'grid transition-[grid-template-rows,visibility] duration-200',
          open ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <div className="min-h-0 overflow-hidden">
          <div className={cx('pt-1 pb-7 text-ink-muted', Icon && 'md:pl-9.5')}>{children}</div>
        </div>
      </div>
    </div>
  );
}
