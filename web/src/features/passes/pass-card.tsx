import { Gift } from 'lucide-react';
import { useId } from 'react';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { formatPounds } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { usePendingAction } from '../auth/use-pending-action.ts';
import { formatOfferDays } from './offer-days.ts';

interface PassCardProps {
  readonly pass: CatalogueProduct;
  /** Null unless the pass is a special offer. */
  readonly offerDaysLeft: number | null;
  readonly isSignedIn: boolean;
  readonly onPurchase: () => void;
}

const SaleBadge = ({ pass, isOffer }: { pass: CatalogueProduct; isOffer: boolean }) => {
  if (pass.savings !== null)
    return <Badge tone={isOffer || pass.isPopular ? 'coral' : 'sea'}>Save {pass.savings}%</Badge>;
  return pass.signUpOnly ? <Badge tone="coral">New members</Badge> : null;
};

const getButtonVariant = (pass: CatalogueProduct, isOffer: boolean) => {
  if (isOffer) return 'accent';
  return pass.isPopular ? 'primary' : 'secondary';
};

/** One pass on sale. A special offer has the accent colour and shows the days left. */
export const PassCard = ({ pass, offerDaysLeft, isSignedIn, onPurchase }: PassCardProps) => {
  const headingId = useId();
  const isOffer = offerDaysLeft !== null;
  usePendingAction({ kind: 'buy-pass', passId: pass.id }, onPurchase);
  return (
    <Card
      as="li"
      padded={false}
      className={cx('flex flex-col overflow-hidden', isOffer && 'border-coral ring-1 ring-coral')}
    >
      {isOffer ? (
        <p className="flex items-center justify-between gap-3 bg-coral-tint px-5 py-2.5 text-coral-dark md:px-6">
          <span className="flex items-center gap-2 font-medium">
            <Gift aria-hidden="true" className="size-4.5" strokeWidth={1.8} />
            Only for you
          </span>
          <span className="font-semibold">{formatOfferDays(offerDaysLeft)}</span>
        </p>
      ) : null}
      <div className="flex grow flex-col p-5 md:p-6">
        <div className="flex min-h-8 items-start justify-between gap-3">
          <h3 id={headingId} className="text-xl">
            {pass.name}
          </h3>
          <span className="flex flex-wrap justify-end gap-1.5">
            {pass.isPopular && !isOffer ? <Badge tone="sun">Popular</Badge> : null}
            <SaleBadge pass={pass} isOffer={isOffer} />
          </span>
        </div>
        <p className="mt-4 flex items-baseline gap-3">
          <span className="tabular font-display text-4xl tracking-tight">{formatPounds(pass.price)}</span>
          <span className="text-ink-muted">
            {formatCount(pass.classes, 'class', 'classes')}
            {pass.classes > 1 ? `, ${formatPounds(pass.pricePerClass)} each` : ''}
          </span>
        </p>
        <p className="mt-4 grow">{pass.description}</p>
        <p className="mt-3 text-ink-muted text-sm">Lasts {pass.expiry} from the day you buy it</p>
        <Button
          variant={getButtonVariant(pass, isOffer)}
          className="mt-5 w-full"
          onClick={onPurchase}
          aria-describedby={headingId}
        >
          {isSignedIn ? 'Purchase' : 'Sign In'}
        </Button>
      </div>
    </Card>
  );
};
