import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { RadioCard } from '#web/components/ui/radio-card.tsx';
import { firstField } from '#web/lib/first-field.ts';
import { formatPounds } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import type { rankPasses } from './rank-passes.ts';

interface PassChoiceProps {
  readonly ranked: ReturnType<typeof rankPasses>;
  readonly chosenId: number;
  readonly isDisabled: boolean;
  readonly onChoose: (pass: CatalogueProduct) => void;
  /** What else there is, under the passes that are folded. */
  readonly children: ReactNode;
}

/** The passes to choose from; those seldom wanted are folded. */
export const PassChoice = ({ ranked, chosenId, isDisabled, onChoose, children }: PassChoiceProps) => {
  const renderPass = (pass: CatalogueProduct) => (
    <RadioCard
      key={pass.id}
      name="pass"
      checked={pass.id === chosenId}
      onChange={() => onChoose(pass)}
      {...(pass.id === chosenId ? firstField : {})}
    >
      <span className="grow">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {pass.name}
          {pass.isPopular ? <Badge tone="sun">Popular</Badge> : null}
        </span>
        <span className="block text-ink-muted text-sm">
          {formatCount(pass.classes, 'class', 'classes')}
          {pass.classes > 1 ? `, ${formatPounds(pass.pricePerClass)} each` : ''} · lasts {pass.expiry}
        </span>
      </span>
      <span className="tabular font-display text-xl">{formatPounds(pass.price)}</span>
    </RadioCard>
  );
  return (
    <fieldset disabled={isDisabled} className="flex flex-col gap-2.5">
      <legend className="mb-2.5 font-semibold">Your pass</legend>
      {ranked.first.map(renderPass)}
      <details className="group" open={ranked.others.some(({ id }) => id === chosenId) || undefined}>
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-medium text-sea [&::-webkit-details-marker]:hidden">
          More passes, or a membership
          <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-2.5 pt-1">
          {ranked.others.map(renderPass)}
          {children}
        </div>
      </details>
    </fieldset>
  );
};
