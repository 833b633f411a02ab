import type { SavedCardAnswer } from '#services/contract/cards.ts';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatCardBrand, isExpired, useSavedCards } from '#web/lib/saved-cards.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { accountMessages } from './account-messages.ts';
import { AccountSection } from './account-section.tsx';
import { RemovableRow } from './removable-row.tsx';

const describeExpiry = (card: SavedCardAnswer): string => {
  const month = `${String(card.expMonth).padStart(2, '0')}/${String(card.expYear).slice(-2)}`;
  return isExpired(card, readStudioNow()) ? `Expired ${month}` : `Expires ${month}`;
};

const CardRow = ({ card, remove }: { card: SavedCardAnswer; remove: (id: string) => Promise<void> }) => {
  const name = `${formatCardBrand(card)} ending in ${card.last4}`;
  return (
    <RemovableRow
      title={name}
      details={describeExpiry(card)}
      label="Remove"
      busyLabel="Removing..."
      fullLabel={`Remove ${name}`}
      sectionId="cards"
      remove={() => remove(card.id)}
      removed={accountMessages.cardRemoved(name)}
      notRemoved={accountMessages.cardRemovalFailed}
    />
  );
};

const Cards = () => {
  const { cards, hasFailed, retry, remove } = useSavedCards();
  if (hasFailed) {
    return <LoadProblem title="Your cards did not load" text="Nothing of yours is lost." onRetry={retry} />;
  }
  if (cards === undefined) return <Skeleton className="h-16" />;
  if (cards.length === 0)
    return <p>No card is kept. When you pay for a pass, you can have it kept for next time.</p>;
  return (
    <ul className="divide-y divide-sand border-sand border-y">
      {cards.map((card) => (
        <CardRow key={card.id} card={card} remove={remove} />
      ))}
    </ul>
  );
};

/** The cards that Stripe keeps for the member. */
export const CardsSection = () => (
  <AccountSection
    id="cards"
    title="Payment cards"
    text="Kept by Stripe, our payment provider, so that the next pass is one press. We never see the number."
  >
    <Cards />
  </AccountSection>
);
