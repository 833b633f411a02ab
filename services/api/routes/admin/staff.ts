import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readRecentStaffTries } from '#infra/postgres/tables/password-tries.ts';
import { readEndedInvitations } from '#projections/read-models/staff/invitation-queries.ts';
import {
  readActiveAdminIds,
  readStaffAccounts,
  readStaffById,
  readStaffNames,
} from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { getStaff } from '#services/api/plugins/authentication.ts';
import {
  describeStaff,
  describeStaffAttempts,
  describeStaffRemoval,
} from '#services/api/presenters/describe-staff.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { changeStaffRole } from '#services/commands/staff/change-staff-role.ts';
import { inviteStaff } from '#services/commands/staff/invite-staff.ts';
import { inviteStaffAgain } from '#services/commands/staff/invite-staff-again.ts';
import { INVITE_DAYS } from '#services/commands/staff/issue-staff-invite.ts';
import { removeLostSecondFactor } from '#services/commands/staff/remove-lost-second-factor.ts';
import { removeStaff } from '#services/commands/staff/remove-staff.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { expectedStaff, optionalExpected } from '#services/contract/expected-facts.ts';
import { attemptsAnswer, inviteAnswer, inviteBody, roleBody, staffAnswer } from '#services/contract/staff.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['staff'];
const attemptsShown = 200;
const params = z.object({ id: z.uuid() });

/** The account that invites, in the credential epoch of its session; null for a shared password. */
function getInviter(request: FastifyRequest) {
  const { staffId, epoch } = getStaff(request);
  return staffId === undefined ? null : { staffId, epoch };
}

/** The staff accounts and their sign-in attempts; admins invite, change roles and remove. */
export function registerAdminStaffRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerStaffReads(app, deps);
  registerStaffCommands(app, deps);
}

function registerStaffReads(
  app: TypedApp,
  { authentication, clock, pool, sharedPasswordMarks }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/staff', withSchema({ response: { 200: staffAnswer } }), async (request) => {
    const [rows, endedInvitations] = await Promise.all([
      readStaffAccounts(pool),
      readEndedInvitations(pool, {
        now: clock.now(),
        lastsMs: INVITE_DAYS * millisecondsInDay,
        passwordMark: sharedPasswordMarks.admin,
      }),
    ]);
    const ownStaffId = getStaff(request).staffId;
    return { success: true as const, staff: describeStaff(rows, { ownStaffId, endedInvitations }) };
  });

  app.get('/api/admin/staff/attempts', withSchema({ response: { 200: attemptsAnswer } }), async () => {
    const attempts = await readRecentStaffTries(pool, attemptsShown);
    const names = await readStaffNames(
      pool,
      attempts.flatMap(({ staffId }) => staffId ?? []),
    );
    return { success: true as const, attempts: describeStaffAttempts(attempts, names) };
  });
}

function registerStaffCommands(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.post(
    '/api/admin/staff',
    withSchema({ body: inviteBody, response: { 200: inviteAnswer } }),
    async (request) => {
      const { email, role } = request.body;
      const { staffId, position } = await inviteStaff(
        deps,
        { staffId: randomUUID(), email, role, inviter: getInviter(request) },
        createCommandContext(request, clock),
      );
      return { success: true as const, staffId, ...(await catchUp(position, readModels)) };
    },
  );

  app.post(
    '/api/admin/staff/:id/invite',
    withSchema({ params, response: { 200: commandAnswer } }),
    async (request) => {
      const { position } = await inviteStaffAgain(
        deps,
        { staffId: request.params.id, inviter: getInviter(request) },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );

  registerAccountChanges(app, deps);
}

/** Each ends the sessions of the account. */
function registerAccountChanges(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');
  const endSessionsWith = (staffId: string, run: () => Promise<{ position: bigint | null }>) =>
    authentication.endSessionsWith({ staffId }, async () => catchUp((await run()).position, readModels));

  app.put(
    '/api/admin/staff/:id/role',
    withSchema({ params, body: roleBody, response: { 200: commandAnswer } }),
    async (request) => {
      const { id: staffId } = request.params;
      const admins = await readActiveAdminIds(pool);
      const change = { staffId, ...request.body, admins };
      const context = createCommandContext(request, clock);
      // Decided first without appending, so that a refusal ends no session.
      await changeStaffRole(createDryDependencies(deps), change, context);
      // A session stores its role, so the sessions of the former role end.
      const caughtUp = await endSessionsWith(staffId, () => changeStaffRole(deps, change, context));
      return { success: true as const, ...caughtUp };
    },
  );

  app.delete(
    '/api/admin/staff/:id/second-factor',
    withSchema({ params, body: optionalExpected(expectedStaff), response: { 200: commandAnswer } }),
    async (request) => {
      const removal = { staffId: request.params.id, expected: request.body?.expected };
      const { staffId } = removal;
      const context = createCommandContext(request, clock);
      // Decided first without appending, so that a refusal ends no session.
      await removeLostSecondFactor(createDryDependencies(deps), removal, context);
      const caughtUp = await endSessionsWith(staffId, () => removeLostSecondFactor(deps, removal, context));
      return { success: true as const, ...caughtUp };
    },
  );

  app.delete(
    '/api/admin/staff/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: optionalExpected(expectedStaff),
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const { id: staffId } = request.params;
      const { dryRun } = request.query;
      const context = createCommandContext(request, clock);
      // Decided first without appending, so that a refusal ends no session.
      const admins = await readActiveAdminIds(pool);
      const removal = { staffId, admins, expected: request.body?.expected };
      await removeStaff(deps, { ...removal, dryRun: true }, context);
      if (dryRun) {
        const effects = describeStaffRemoval(await readStaffById(pool, staffId));
        return answerDryRun(effects);
      }
      const caughtUp = await endSessionsWith(staffId, () =>
        removeStaff(deps, { ...removal, dryRun }, context),
      );
      return { success: true as const, ...caughtUp };
    },
  );
}
