import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { readCards } from '#services/commands/cards/read-cards.ts';
import { removeCard } from '#services/commands/cards/remove-card.ts';
import { cardParams, savedCardsAnswer } from '#services/contract/cards.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

/** The cards that Stripe keeps for a member with their consent: listed and removed. */
export function registerCardRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'payments');

  app.get('/api/user/cards', withSchema({ response: { 200: savedCardsAnswer } }), async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const cards = await readCards(deps, getMember(request).memberId);
    // A card that was saved twice is one card to its holder.
    const isFirst = ({ fingerprint }: (typeof cards)[number], index: number) =>
      fingerprint === null || cards.findIndex((other) => other.fingerprint === fingerprint) === index;
    return { success: true as const, cards: cards.filter(isFirst) };
  });

  app.delete(
    '/api/user/cards/:id',
    withSchema({ params: cardParams, response: { 200: commandAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      await removeCard(deps, { memberId, cardId: request.params.id }, createCommandContext(request, clock));
      return { success: true as const };
    },
  );
}
