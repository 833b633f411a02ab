import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPounds } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

interface PurchaseCompleteProps {
  readonly pass: CatalogueProduct;
  readonly expiresAt: string;
  readonly onBook: () => void;
}

/** Replaces the passes after a purchase, and takes the focus of the removed button. */
export const PurchaseComplete = ({ pass, expiresAt, onBook }: PurchaseCompleteProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);

  return (
    <div className="mx-auto max-w-xl animate-fade-in rounded-card border border-sand bg-surface px-6 py-10 text-center md:px-12 md:py-14">
      <CircleCheck aria-hidden="true" className="mx-auto size-12 text-kelp" strokeWidth={1.4} />
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-3xl">
        Purchase Complete!
      </h2>
      <p className="mt-3 text-lg">Your {pass.name} has been successfully added to your account.</p>
      <dl className="mt-8 divide-y divide-sand border-sand border-y text-left">
        {[
          ['Pass', pass.name],
          ['Classes', formatCount(pass.classes, 'class', 'classes')],
          ['Price', formatPounds(pass.price)],
          ['Use it by', formatDate(expiresAt)],
        ].map(([term, value]) => (
          <div key={term} className="flex justify-between gap-6 py-3">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-ink-muted">A confirmation email has been sent to your email address.</p>
      <Button size="lg" className="mt-8 w-full md:w-auto" onClick={onBook}>
        Book Your Classes
      </Button>
    </div>
  );
};
