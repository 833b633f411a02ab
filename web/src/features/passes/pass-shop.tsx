import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import { Section } from '../../components/ui/section.tsx';
import { lazyOnInteraction } from '../../lib/lazy-on-interaction.ts';
import { scrollToElement } from '../../lib/scroll-to-element.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { PassGrid } from './pass-grid.tsx';

const PurchaseComplete = lazyOnInteraction(() =>
  import('./purchase-complete.tsx').then((m) => m.PurchaseComplete),
);
const PurchaseDialog = lazy(() =>
  import('../purchase/purchase-dialog.tsx').then((module) => ({ default: module.PurchaseDialog })),
);

interface Bought {
  readonly pass: CatalogueProduct;
  readonly expiresAt: string;
}

/** The pricing section: the passes on sale, buying one in a dialog, and the panel that follows. */
export const PassShop = ({ withPicture = false }: { withPicture?: boolean }) => {
  const { status, openAuth } = useAuth();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<CatalogueProduct | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);

  const choose = (pass: CatalogueProduct) => {
    if (status === 'signed-out') openAuth();
    else if (status === 'signed-in') setChosen(pass);
  };

  const goToBooking = () => {
    setBought(null);
    const section = document.getElementById('book-classes');
    if (section === null) navigate('/#book-classes');
    // After the panel has made way for the passes, which moves the section.
    else requestAnimationFrame(() => scrollToElement(section));
  };

  if (bought) {
    return (
      <Section id="pricing">
        <Suspense fallback={null}>
          <PurchaseComplete {...bought} onBook={goToBooking} />
        </Suspense>
      </Section>
    );
  }
  return (
    <Section
      id="pricing"
      title="Class Passes"
      intro="One pass, one class, on any level. The more you take, the less each costs."
    >
      <PassGrid withPicture={withPicture} onPurchase={choose} />
      {chosen ? (
        <Suspense fallback={null}>
          <PurchaseDialog
            pass={chosen}
            onClose={() => setChosen(null)}
            onPurchased={(expiresAt) => {
              setChosen(null);
              setBought({ pass: chosen, expiresAt });
            }}
          />
        </Suspense>
      ) : null}
    </Section>
  );
};
