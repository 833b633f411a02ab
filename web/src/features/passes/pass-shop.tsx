import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { readWantedClassSearch } from '../timetable/wanted-class.ts';
import { classPassesKey } from './api/use-class-passes.ts';
import { PassGrid } from './pass-grid.tsx';

const PurchaseComplete = lazyContent(
  prefetched(() => import('./purchase-complete.tsx').then((m) => m.PurchaseComplete)),
);
const PurchaseDialog = lazyDialog(() =>
  import('../purchase/purchase-dialog.tsx').then((m) => m.PurchaseDialog),
);

interface Purchase {
  readonly pass: CatalogueProduct;
  readonly expiresAt: string;
}

/** The pricing section: the passes on sale, the purchase dialog, and the confirmation. */
export const PassShop = ({ hasPhoto = false }: { hasPhoto?: boolean }) => {
  const { status, signInThen } = useAuth();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [selectedPass, setSelectedPass] = useState<CatalogueProduct | null>(null);
  const [purchase, setPurchase] = useState<Purchase | null>(null);

  const selectPass = (pass: CatalogueProduct) => {
    if (status === 'signed-in') setSelectedPass(pass);
    else signInThen({ kind: 'buy-pass', passId: pass.id });
  };

  const goToBooking = () => {
    setPurchase(null);
    const section = document.getElementById('book-classes');
    const wanted = readWantedClassSearch();
    if (wanted !== null) navigate(`${section === null ? '/' : window.location.pathname}${wanted}`);
    else if (section === null) navigate('/#book-classes');
    // The next frame, because the passes replace the confirmation first, which moves the section.
    else requestAnimationFrame(() => scrollToElement(section));
  };

  if (purchase) {
    return (
      <Section id="pricing">
        <Suspense fallback={null}>
          <PurchaseComplete {...purchase} onBook={goToBooking} />
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
      <PassGrid hasPhoto={hasPhoto} onPurchase={selectPass} />
      {selectedPass ? (
        <PurchaseDialog
          pass={selectedPass}
          onClose={() => setSelectedPass(null)}
          onOutdated={() => void mutate(classPassesKey)}
          onPurchased={(expiresAt) => {
            setSelectedPass(null);
            setPurchase({ pass: selectedPass, expiresAt });
          }}
        />
      ) : null}
    </Section>
  );
};
