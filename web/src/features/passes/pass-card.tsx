import { useId } from 'react';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { countOf, formatPounds } from '../../lib/money.ts';

interface PassCardProps {
  readonly pass: CatalogueProduct;
  readonly signedIn: boolean;
  readonly onPurchase: () => void;
}

const mark = (pass: CatalogueProduct) => {
  if (pass.savings !== null)
    return <Badge tone={pass.isPopular ? 'coral' : 'sea'}>Save {pass.savings}%</Badge>;
  return pass.signUpOnly ? <Badge tone="coral">New members</Badge> : null;
};

/** One pass on sale. */
export const PassCard = ({ pass, signedIn, onPurchase }: PassCardProps) => {
  const headingId = useId();
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex min-h-8 items-start justify-between gap-3">
        <h3 id={headingId} className="text-xl">
          {pass.name}
        </h3>
        {mark(pass)}
      </div>
      <p className="mt-4 flex items-baseline gap-3">
        <span className="tabular font-display text-4xl tracking-tight">{formatPounds(pass.price)}</span>
        <span className="text-ink-muted">
          {countOf(pass.classes, 'class', 'classes')}
          {pass.classes > 1 ? `, ${formatPounds(pass.pricePerClass)} each` : ''}
        </span>
      </p>
      <p className="mt-4 grow">{pass.description}</p>
      <p className="mt-3 text-ink-muted text-sm">Lasts {pass.expiry} from the day you buy it</p>
      <Button
        variant={pass.isPopular ? 'primary' : 'secondary'}
        className="mt-5 w-full"
        onClick={onPurchase}
        aria-describedby={headingId}
      >
        {signedIn ? 'Purchase' : 'Sign In'}
      </Button>
    </Card>
  );
};
