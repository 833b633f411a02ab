import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import { LoadProblem } from '../../components/ui/load-problem.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useClassPasses } from './api/use-class-passes.ts';
import { useSpecialOffer } from './api/use-special-offer.ts';
import { PassCard } from './pass-card.tsx';
import { passesOnSale } from './passes-on-sale.ts';
import { picturePlace } from './picture-place.ts';
import { StudioPhotoCard } from './studio-photo-card.tsx';

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3';

interface PassGridProps {
  /** The studio's picture after the passes; without it, only where it fills a gap in the grid. */
  readonly withPicture: boolean;
  readonly onPurchase: (pass: CatalogueProduct) => void;
}

export const PassGrid = ({ withPicture, onPurchase }: PassGridProps) => {
  const { user, status } = useAuth();
  const { passes, failed, retry } = useClassPasses();
  const offerDaysLeft = useSpecialOffer(user !== null);

  if (failed) {
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
  const onSale = passesOnSale(passes, user, offerDaysLeft !== null);
  return (
    <ul className={grid}>
      {onSale.map((pass) => (
        <PassCard
          key={pass.id}
          pass={pass}
          offerDaysLeft={pass.isSpecialOffer ? offerDaysLeft : null}
          signedIn={status !== 'signed-out'}
          onPurchase={() => onPurchase(pass)}
        />
      ))}
      <StudioPhotoCard className={picturePlace(onSale.length, withPicture)} />
    </ul>
  );
};
