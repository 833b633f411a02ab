import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useIsPhone } from '#web/lib/screen.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

type PhoneFoldProps = {
  /** What is folded, such as "the charts". */
  what: string;
  children: ReactNode;
};

/** Folds rarely read content on phones, where it would make the page long. */
export function PhoneFold({ what, children }: PhoneFoldProps) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!isPhone) return children;
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'} {what}
        <ChevronDown
          aria-hidden="true"
          className={cx('size-4.5 transition-transform', isOpen && 'rotate-180')}
        />
      </Button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-8">
          {children}
        </div>
      )}
    </div>
  );
}
