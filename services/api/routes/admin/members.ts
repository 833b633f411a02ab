import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { formatEmail } from '#infra/mail/format-email.ts';
import { readBookingsOfMember } from '#projections/read-models/bookings/queries.ts';
import { readLeftovers, readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import {
  listMembers,
  type RepeatedOfferRow,
  readRepeatedOffers,
} from '#projections/read-models/members/staff-queries.ts';
import { readClassesByIds } from '#projections/read-models/schedule/queries.ts';
import { readLotsOfMember } from '#projections/read-models/wallet/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { eraseAccount } from '#services/api/erase-account.ts';
import { notFound } from '#services/api/http-error.ts';
import { describeBooking } from '#services/api/presenters/describe-booking.ts';
import {
  describeErasure,
  describeMemberPass,
  describePassAdjustment,
} from '#services/api/presenters/describe-member-effects.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { readPassAdjustments } from '#services/audit/history/pass-adjustments.ts';
import { previewErasure } from '#services/commands/erasure/preview-erasure.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import {
  type AdjustPassesBody,
  adjustPassesAnswer,
  adjustPassesBody,
  adminMembersAnswer,
  memberBookingsAnswer,
  memberIdText,
  memberPassesAnswer,
} from '#services/contract/admin-members.ts';
import { type RepeatedOffer, repeatedOffersAnswer } from '#services/contract/admin-offers.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: memberIdText });
const directions = { 'add-passes': 'give', 'remove-passes': 'take' } as const;

const repeatedOffersShown = 500;

function describeRepeatedOffer(row: RepeatedOfferRow): RepeatedOffer {
  const { lotId, passName, memberId, memberName, at, isSameMailbox, isSameCard } = row;
  const { firstMemberId, firstMemberName, firstAt } = row;
  return {
    id: lotId,
    passName,
    memberId,
    memberName,
    at: at.toISOString(),
    sharedBy: isSameMailbox && isSameCard ? 'both' : isSameCard ? 'card' : 'mailbox',
    firstMemberId,
    firstMemberName,
    firstAt: firstAt.toISOString(),
  };
}

async function requireMember(pool: Pool, id: string): Promise<UserRow> {
  const user = await readUserById(pool, id);
  if (user === undefined || user.erasedAt !== null) throw notFound('We could not find this member.');
  return user;
}

/** The admin's list of members, their bookings and passes, adjusting passes, and deleting a member. */
export function registerAdminMemberRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerMemberReads(app, deps);
  registerPassAdjustments(app, deps);
  registerMemberDeletion(app, deps);
}

function registerMemberReads(
  app: TypedApp,
  { authentication, pool, clock, eventStore }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get(
    '/api/admin/members',
    withSchema({ response: { 200: adminMembersAnswer } }),
    async (_request, reply) => {
      const now = clock.now();
      const members = await listMembers(pool, now);
      // The schema's serializer would validate each of possibly thousands of members.
      reply.serializer((answer) => JSON.stringify(answer));
      // A loop over thousands, so only the few addresses of another alphabet are changed.
      for (const member of members) member.email = formatEmail(member.email);
      return { success: true as const, members, now: now.toISOString() };
    },
  );

  app.get('/api/admin/repeated-offers', withSchema({ response: { 200: repeatedOffersAnswer } }), async () => {
    const rows = await readRepeatedOffers(pool, repeatedOffersShown);
    return { success: true as const, offers: rows.map(describeRepeatedOffer) };
  });

  app.get(
    '/api/admin/member-bookings/:id',
    withSchema({ params, response: { 200: memberBookingsAnswer } }),
    async (request) => {
      const now = clock.now();
      const { id } = await requireMember(pool, request.params.id);
      const bookings = await readBookingsOfMember(pool, id);
      return {
        success: true as const,
        bookings: bookings.map((row) => describeBooking(row, now)),
        now: now.toISOString(),
      };
    },
  );

  app.get(
    '/api/admin/member-passes/:id',
    withSchema({ params, response: { 200: memberPassesAnswer } }),
    async (request) => {
      const now = clock.now();
      const { id } = await requireMember(pool, request.params.id);
      const [lots, adjustments] = await Promise.all([
        readLotsOfMember(pool, id),
        readPassAdjustments(eventStore, id),
      ]);
      return {
        success: true as const,
        passes: lots.map((row) => describeMemberPass(row, now)),
        adjustments,
        now: now.toISOString(),
      };
    },
  );
}

function registerPassAdjustments(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  const adjust = async (
    request: FastifyRequest,
    direction: 'give' | 'take',
    { id, body, dryRun }: { id: string; body: AdjustPassesBody; dryRun: boolean },
  ) => {
    const { passes, reason = 'No reason given', requestKey = request.id, expected } = body;
    const user = await requireMember(pool, id);
    const change = { memberId: user.id, direction, key: requestKey, passes, reason, expected };
    const context = createCommandContext(request, clock);
    if (dryRun) {
      const effects = describePassAdjustment(
        user,
        direction,
        await adjustPasses(createDryDependencies(deps), change, context),
      );
      return answerDryRun(effects);
    }
    const { position, remaining } = await adjustPasses(deps, change, context);
    return {
      success: true as const,
      passes: remaining,
      ...(await catchUp(position, ['wallet', 'members'])),
    };
  };

  for (const path of ['add-passes', 'remove-passes'] as const) {
    app.post(
      `/api/admin/members/:id/${path}`,
      withSchema({
        params,
        querystring: dryRunQuery,
        body: adjustPassesBody,
        response: { 200: z.union([dryRunAnswer, adjustPassesAnswer]) },
      }),
      async (request) => {
        const { params, body, query } = request;
        return adjust(request, directions[path], { id: params.id, body, dryRun: query.dryRun });
      },
    );
  }
}

function registerMemberDeletion(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.delete(
    '/api/admin/members/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const user = await requireMember(pool, request.params.id);
      const context = createCommandContext(request, clock);
      if (!request.query.dryRun) return eraseAccount(deps, user.id, context, request.log);
      const leftovers = await readLeftovers(pool, user.id, context.now);
      const erasure = await previewErasure(deps, leftovers, context);
      const effects = describeErasure(user, erasure, await readClassesByIds(pool, erasure.classIds));
      return answerDryRun(effects);
    },
  );
}
