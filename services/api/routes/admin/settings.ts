import { z } from 'zod';
import { isRuleKey } from '#domain/rules/rule-keys.ts';
import { ADMIN_SECOND_FACTOR } from '#domain/setting/admin-second-factor.ts';
import { SHARED_PASSWORDS } from '#domain/setting/shared-passwords.ts';
import { recheckAdminSessions } from '#infra/postgres/tables/sessions.ts';
import { readAllSettings, readSettingByKey } from '#projections/read-models/settings/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { readActorNames } from '#services/api/presenters/describe-actor.ts';
import {
  describeSetting,
  describeSettingChange,
  describeSettingEffects,
} from '#services/api/presenters/describe-setting.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { readSettingHistory } from '#services/audit/history/setting-history.ts';
import { changeSetting } from '#services/commands/setting/change-setting.ts';
import { switchSharedPasswords } from '#services/commands/staff/switch-shared-passwords.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  adminSettingsAnswer,
  settingBody,
  settingHistoryAnswer,
  settingKeys,
  settingParams,
  settingRules,
} from '#services/contract/settings.ts';
import { protectRoutes } from '../protect-routes.ts';
import { setRules } from './set-rules.ts';

/** The studio's settings, their history, and changing them. */
export function registerAdminSettingRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, eventStore, config } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/settings', withSchema({ response: { 200: adminSettingsAnswer } }), async () => {
    const rows = await readAllSettings(pool);
    const { name, town, email, address } = config.studio;
    return {
      success: true as const,
      settings: settingKeys.map((key) =>
        describeSetting(
          key,
          rows.find((row) => row.key === key),
        ),
      ),
      studio: { name, town, email, address },
    };
  });

  app.get(
    '/api/admin/settings/:key/history',
    withSchema({ params: settingParams, response: { 200: settingHistoryAnswer } }),
    async (request) => {
      const changes = await readSettingHistory(eventStore, request.params.key);
      const names = await readActorNames(
        pool,
        changes.map(({ actor }) => actor),
      );
      return {
        success: true as const,
        changes: changes.map((change) => describeSettingChange(change, names)),
      };
    },
  );

  app.post(
    '/api/admin/settings',
    withSchema({
      querystring: dryRunQuery,
      body: settingBody,
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const context = createCommandContext(request, clock);
      const { body } = request;
      const { dryRun: isDryRun } = request.query;
      if (!('value' in body)) return setRules(deps, { changes: body.changes ?? [], isDryRun }, context);
      const { key, value, description, expected } = body;
      if (isRuleKey(key)) return setRules(deps, { changes: [{ ...body, key }], isDryRun }, context);
      const known = description ?? (await readSettingByKey(pool, key))?.description ?? '';
      const unset = settingRules[key].default;
      const change = { key, value, description: known, expected, unset };
      const target = isDryRun ? createDryDependencies(deps) : deps;
      const { position } =
        key === SHARED_PASSWORDS
          ? await switchSharedPasswords(target, change, context)
          : await changeSetting(target, change, context);
      if (isDryRun) return answerDryRun(describeSettingEffects(change));
      const caughtUp = await catchUp(position, ['settings']);
      if (key === SHARED_PASSWORDS && value === 'off') await authentication.endSharedSessions();
      if (key === ADMIN_SECOND_FACTOR) await recheckAdminSessions(pool);
      return { success: true as const, ...caughtUp };
    },
  );
}
