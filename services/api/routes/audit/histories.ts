import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { normaliseEmailAddress } from '#domain/email/address.ts';
import { parseSearch, toSearchKey } from '#domain/search-key.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import { readBookingById } from '#projections/read-models/bookings/queries.ts';
import {
  findUsers,
  readMemberNames,
  readUserByEmail,
  readUserById,
  type UserRow,
} from '#projections/read-models/members/queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { findHistorySubject } from '#services/api/find-history-subject.ts';
import { notFound } from '#services/api/http-error.ts';
import {
  describeClassHistory,
  describeMemberHistory,
  describePaymentHistory,
  describeRulebookHistory,
  getStaffIds,
} from '#services/api/presenters/describe-audit.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { readErasure } from '#services/audit/erasure/read-erasure.ts';
import { type ClassHistory, readClassHistory } from '#services/audit/history/class-history.ts';
import { limitToPosition } from '#services/audit/history/limit-to-position.ts';
import { buildMemberHistory, readMemberEvents } from '#services/audit/history/member-history.ts';
import { readPaymentHistory } from '#services/audit/history/payment-history.ts';
import { readRulebook } from '#services/audit/history/rule-tracker.ts';
import { readRulebookHistory } from '#services/audit/history/rulebook-history.ts';
import { recordIdentityReading } from '#services/commands/member/record-identity-reading.ts';
import {
  type AuditMembersAnswer,
  type AuditPerson,
  auditClassAnswer,
  auditClassMembersAnswer,
  auditMembersAnswer,
  auditMembersQuery,
  auditPassesAnswer,
  auditPaymentAnswer,
  auditRulebookAnswer,
  memberIdText,
  momentQuery,
  paymentIdText,
} from '#services/contract/audit.ts';
import { createSearch, toSearchKeys } from '#services/contract/search.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const toAuditPerson = ({ id, name, email, erasedAt }: UserRow): AuditPerson => ({
  memberId: id,
  name,
  email: email && formatEmail(email),
  erased: erasedAt !== null,
});

type FoundMember = AuditMembersAnswer['members'][number];

/** Finds a member by their whole email address, by booking id or member id. */
async function findOneMember(
  { pool }: Pick<ApiDependencies, 'pool'>,
  query: string,
): Promise<FoundMember | undefined> {
  if (query.includes('@')) {
    const user = await readUserByEmail(pool, normaliseEmailAddress(query));
    return user && { ...toAuditPerson(user), matchedBy: 'email' };
  }
  const bookingId = numericIdText.safeParse(query);
  const booking = bookingId.success ? await readBookingById(pool, bookingId.data) : undefined;
  if (booking !== undefined) {
    const user = await readUserById(pool, booking.userId);
    return user && { ...toAuditPerson(user), matchedBy: 'booking' };
  }
  const user = await readUserById(pool, query);
  return user && { ...toAuditPerson(user), matchedBy: 'id' };
}

/** Every person shown is recorded as read, so that a search for half the studio must not be one click. */
const maxFound = 10;
const leastLetters = 2;
/** A shorter number is that of a booking or class. */
const leastDigits = 6;

/** How a member's row answers a search: by the phone number, or else by the first of these that has all of it. */
function toFoundMember(user: UserRow, query: string): FoundMember {
  const search = createSearch(query);
  const has = (text: string | null) => search?.([toSearchKeys(text ?? '')]) === true;
  const matchedBy = has(user.phone) ? 'phone' : has(user.name) ? 'name' : has(user.email) ? 'email' : 'name';
  return { ...toAuditPerson(user), matchedBy };
}

/** Finds members by a part of their name, email or phone number, in any spelling. */
async function findMembers(
  { pool }: Pick<ApiDependencies, 'pool'>,
  query: string,
): Promise<Pick<AuditMembersAnswer, 'members' | 'hasMore'>> {
  const search = parseSearch(query);
  const isTooShort = search === null || toSearchKey(query).length < leastLetters;
  const isNumber = search !== null && search.digits !== null;
  if (isTooShort || (isNumber && (search.digits ?? '').length < leastDigits))
    return { members: [], hasMore: false };
  const users = await findUsers(pool, search, maxFound + 1);
  return {
    members: users.slice(0, maxFound).map((user) => toFoundMember(user, query)),
    hasMore: users.length > maxFound,
  };
}

/** Everyone who ever had a seat in a class, waited for one, or is named by its events. */
const listMemberIds = ({ seats, waiting, events }: ClassHistory): string[] => [
  ...new Set([...seats, ...waiting, ...events].flatMap(({ memberId }) => memberId ?? [])),
];

const toInstant = ({ clock }: ApiDependencies, asOf: string | undefined) =>
  asOf === undefined ? clock.now() : new Date(asOf);
const getReader = ({ eventStore }: ApiDependencies, upTo: string | undefined) =>
  upTo === undefined ? eventStore : limitToPosition(eventStore, BigInt(upTo));
const recordReading = (
  deps: ApiDependencies,
  request: FastifyRequest,
  { memberId }: Pick<AuditPerson, 'memberId'>,
) => recordIdentityReading(deps, { memberId, what: 'audit' }, createCommandContext(request, deps.clock));

/** The auditor's views of any member, class or payment, event by event, as of any instant. */
export function registerAuditHistoryRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, eventStore } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff('auditor'), 'audit');
  registerMemberHistoryRoutes(app, deps);

  app.get(
    '/api/audit/classes/:id',
    withSchema({
      params: z.object({ id: numericIdText }),
      querystring: momentQuery,
      response: { 200: auditClassAnswer },
    }),
    async (request) => {
      const { asOf, upTo } = request.query;
      const history = await readClassHistory(getReader(deps, upTo), request.params.id, toInstant(deps, asOf));
      if (history === null) throw notFound('There is no such class.');
      return describeClassHistory(history, await readStaffNames(pool, getStaffIds(history.events)));
    },
  );

  app.get(
    '/api/audit/classes/:id/members',
    withSchema({ params: z.object({ id: numericIdText }), response: { 200: auditClassMembersAnswer } }),
    async (request, reply) => {
      const history = await readClassHistory(eventStore, request.params.id, clock.now());
      if (history === null) throw notFound('There is no such class.');
      const names = await readMemberNames(pool, listMemberIds(history));
      for (const memberId of names.keys()) await recordReading(deps, request, { memberId });
      reply.header('cache-control', 'no-store');
      return {
        success: true as const,
        members: Array.from(names, ([memberId, name]) => ({ memberId, name })),
      };
    },
  );

  app.get(
    '/api/audit/rulebook',
    withSchema({ querystring: momentQuery, response: { 200: auditRulebookAnswer } }),
    async (request) => {
      const { asOf, upTo } = request.query;
      const history = await readRulebookHistory(getReader(deps, upTo), toInstant(deps, asOf));
      return describeRulebookHistory(history, await readStaffNames(pool, getStaffIds(history.events)));
    },
  );

  app.get(
    '/api/audit/payments/:id',
    withSchema({
      params: z.object({ id: paymentIdText }),
      querystring: momentQuery,
      response: { 200: auditPaymentAnswer },
    }),
    async (request) => {
      const { asOf, upTo } = request.query;
      const history = await readPaymentHistory(
        getReader(deps, upTo),
        request.params.id,
        toInstant(deps, asOf),
      );
      if (history === null) throw notFound('There is no such payment.');
      return describePaymentHistory(history, await readStaffNames(pool, getStaffIds(history.events)));
    },
  );
}

function registerMemberHistoryRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, eventStore } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff('auditor'), 'audit');

  app.get(
    '/api/audit/members',
    withSchema({ querystring: auditMembersQuery, response: { 200: auditMembersAnswer } }),
    async (request) => {
      const { query } = request.query;
      const one = await findOneMember(deps, query);
      const found = one === undefined ? await findMembers(deps, query) : { members: [one], hasMore: false };
      for (const member of found.members) await recordReading(deps, request, member);
      return { success: true as const, ...found };
    },
  );

  app.get(
    '/api/audit/members/:id/passes',
    withSchema({
      params: z.object({ id: memberIdText }),
      querystring: momentQuery,
      response: { 200: auditPassesAnswer },
    }),
    async (request) => {
      const memberId = request.params.id;
      const asOf = toInstant(deps, request.query.asOf);
      const user = await readUserById(pool, memberId);
      const { upTo } = request.query;
      const records = await readMemberEvents(
        getReader(deps, upTo),
        await findHistorySubject(deps, memberId),
        asOf,
      );
      if (user === undefined && records.length === 0) throw notFound('There is no such member.');
      const member = user
        ? toAuditPerson(user)
        : { memberId, name: null, email: null, erased: (await readErasure(eventStore, memberId)) !== null };
      await recordReading(deps, request, member);
      const history = buildMemberHistory(memberId, records, asOf, await readRulebook(eventStore));
      return describeMemberHistory(member, history, await readStaffNames(pool, getStaffIds(history.events)));
    },
  );
}
