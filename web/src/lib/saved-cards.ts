import type { SavedCardAnswer, SavedCardsAnswer } from '#services/contract/cards.ts';
import { capitalise } from './capitalise.ts';
import { request } from './http.ts';
import { useRead } from './use-read.ts';

/** The cards that Stripe keeps for the member, newest first; undefined while loading. */
export const useSavedCards = () => {
  const { data, hasFailed, retry, mutate } = useRead<SavedCardsAnswer>('/api/user/cards');
  /** Throws `ApiError`. */
  const remove = async (id: string) => {
    await request(`/api/user/cards/${id}`, { method: 'DELETE' });
    await mutate();
  };
  return { cards: data?.cards, hasFailed, retry, remove };
};

export const formatCardBrand = ({ brand }: SavedCardAnswer): string => capitalise(brand);

/** Whether a card's last month is over. */
export const isExpired = ({ expMonth, expYear }: SavedCardAnswer, now: number): boolean =>
  now >= Date.UTC(expYear, expMonth);
