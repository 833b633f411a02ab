import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { formatPence } from '#web/lib/money.ts';
import { formatCardBrand, isExpired, useSavedCards } from '#web/lib/saved-cards.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import type { PayablePayment } from './payable-payment.ts';

interface SavedCardButtonsProps {
  readonly payment: PayablePayment;
  readonly isPaying: boolean;
  readonly pay: (cardId: string) => void;
}

/** A button for each saved card, which pays in one press; nothing where there is none, or while they are unknown. */
export const SavedCardButtons = ({ payment, isPaying, pay }: SavedCardButtonsProps) => {
  const { cards = [] } = useSavedCards();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const usable = cards.filter((card) => !isExpired(card, readStudioNow()));
  if (usable.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {usable.map((card) => (
        <Button
          key={card.id}
          size="lg"
          className="w-full"
          disabled={isPaying}
          busy={isPaying && chosenId === card.id}
          onClick={() => {
            setChosenId(card.id);
            pay(card.id);
          }}
        >
          {isPaying && chosenId === card.id ? (
            'Processing...'
          ) : (
            <span>
              Pay {formatPence(payment.amountPence)} with {formatCardBrand(card)}{' '}
              <span aria-hidden="true">···· </span>
              <span className="sr-only">ending in </span>
              {card.last4}
            </span>
          )}
        </Button>
      ))}
      <p className="text-center text-ink-muted text-sm">or pay another way</p>
    </div>
  );
};
