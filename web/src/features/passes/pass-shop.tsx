import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '../../../../services/contract/payments.ts';
import { Section } from '../../components/ui/section.tsx';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { messages } from '../../lib/messages.ts';
import { scrollToElement } from '../../lib/smooth-scroll.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { createPaymentIntent } from './api/create-payment-intent.ts';
import { PassGrid } from './pass-grid.tsx';
import { PurchaseComplete } from './purchase-complete.tsx';

const PurchaseDialog = lazy(() =>
  import('./purchase-dialog.tsx').then((module) => ({ default: module.PurchaseDialog })),
);

interface Purchase {
  readonly pass: CatalogueProduct;
  readonly payment: CreatePaymentIntentAnswer | null;
}

interface Bought {
  readonly pass: CatalogueProduct;
  readonly expiresAt: string;
}

const setupFailure = (cause: unknown) =>
  cause instanceof ApiError && cause.code === 'ALREADY_USED'
    ? messages.signUpClassUsed
    : messages.paymentSetupFailed(cause);

/** The pricing section: the passes on sale, buying one in a dialog, and the panel that follows. */
export const PassShop = ({ withPicture = false }: { withPicture?: boolean }) => {
  const { status, openAuth } = useAuth();
  const navigate = useNavigate();
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);
  // An answer for a pass that is no longer chosen must not open the form of another.
  const choice = useRef(0);

  const close = () => {
    choice.current += 1;
    setPurchase(null);
  };

  const choose = async (pass: CatalogueProduct) => {
    if (status === 'signed-out') return openAuth();
    if (status === 'loading') return;
    choice.current += 1;
    const mine = choice.current;
    setPurchase({ pass, payment: null });
    try {
      const payment = await createPaymentIntent({ passId: pass.id });
      if (choice.current === mine) setPurchase({ pass, payment });
    } catch (cause) {
      if (choice.current !== mine) return;
      setPurchase(null);
      toast(setupFailure(cause));
    }
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
        <PurchaseComplete {...bought} onBook={goToBooking} />
      </Section>
    );
  }
  return (
    <Section
      id="pricing"
      title="Class Passes"
      intro="One pass, one class, on any level. The more you take, the less each costs."
    >
      <PassGrid withPicture={withPicture} onPurchase={(pass) => void choose(pass)} />
      {purchase ? (
        <Suspense fallback={null}>
          <PurchaseDialog
            {...purchase}
            onClose={close}
            onPurchased={(expiresAt) => {
              close();
              setBought({ pass: purchase.pass, expiresAt });
            }}
          />
        </Suspense>
      ) : null}
    </Section>
  );
};
