import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useClassPasses } from './api/use-class-passes.ts';
import { useSpecialOffer } from './api/use-special-offer.ts';
import { PassCard } from './pass-card.tsx';
import { filterPassesOnSale } from './passes-on-sale.ts';
import { getPhotoClasses } from './photo-classes.ts';
import { StudioPhotoCard } from './studio-photo-card.tsx';

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3';

interface PassGridProps {
  /** Always shows the studio's photo; otherwise it only fills a gap in the grid. */
  readonly hasPhoto: boolean;
  readonly onPurchase: (pass: CatalogueProduct) => void;
}

export const PassGrid = ({ hasPhoto, onPurchase }: PassGridProps) => {
  const { user, status } = useAuth();
  const { passes, hasFailed, retry } = useClassPasses();
  const offerDaysLeft = useSpecialOffer(user !== null);

  if (hasFailed) {
    return (
      <LoadProblem title="The passes are not here just now" text="We could not load them." onRetry={retry} />
    );
  }
  if (passes === undefined) {
    return (
      <div className={grid} aria-busy="true">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <Skeleton key={place} className="h-76" />
        ))}
      </div>
    );
  }
  const onSale = filterPassesOnSale(passes, user, offerDaysLeft !== null);
  return (
    <ul className={grid}>
      {onSale.map((pass) => (
        <PassCard
          key={pass.id}
          pass={pass}
          offerDaysLeft={pass.isSpecialOffer ? offerDaysLeft : null}
          isSignedIn={status !== 'signed-out'}
          onPurchase={() => onPurchase(pass)}
        />
      ))}
      <StudioPhotoCard className={getPhotoClasses(onSale.length, hasPhoto)} />
    </ul>
  );
};
