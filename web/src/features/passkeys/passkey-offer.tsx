import { useEffect, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { usePasskeys } from './api/use-passkeys.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { useAddPasskey } from './use-add-passkey.ts';

const declinedName = 'passkeyOffer';

const wasDeclined = (): boolean => {
  try {
    return localStorage.getItem(declinedName) !== null;
  } catch {
    return true;
  }
};

const decline = (): void => {
  try {
    localStorage.setItem(declinedName, 'declined');
  } catch {
    // Asked again at the next visit.
  }
};

/** Whether this device itself can keep a passkey, and its person has not declined one. */
const useCanOffer = (): boolean => {
  const [canOffer, setCanOffer] = useState(false);
  useEffect(() => {
    if (!canUsePasskeys() || wasDeclined()) return;
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(setCanOffer, () => undefined);
  }, []);
  return canOffer;
};

interface PasskeyOfferProps {
  readonly user: { readonly email: string; readonly name: string };
  readonly className?: string;
}

/** Offers a passkey to a member who has booked and has none; renders nothing for others. */
export const PasskeyOffer = ({ user, className }: PasskeyOfferProps) => {
  const [isOver, setOver] = useState(false);
  const canOffer = useCanOffer() && !isOver;
  const { passkeys, reload } = usePasskeys(canOffer);
  const { add, isAdding } = useAddPasskey(user, reload);
  if (!canOffer || passkeys === undefined || passkeys.length > 0) return null;
  return (
    <Card as="section" aria-labelledby="passkey-offer" className={className}>
      <h2 id="passkey-offer" className="text-xl">
        No password next time?
      </h2>
      <p className="mt-2 text-ink-muted">
        With a passkey you sign in here by fingerprint, face or the lock of your screen.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={isAdding} onClick={add}>
          Add a passkey
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            decline();
            setOver(true);
          }}
        >
          Not now
        </Button>
      </div>
    </Card>
  );
};
