import { settingByKey } from '../../../projections/read-models/settings/queries.ts';
import { changeSetting } from '../../commands/change-setting.ts';
import { commandAnswer } from '../../contract/errors.ts';
import { settingBody } from '../../contract/settings.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

/** `POST /api/admin/settings`: opens and closes memberships, among others. */
export function adminSettingRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  app.post(
    '/api/admin/settings',
    {
      onRequest: authentication.requireStaff(),
      schema: { tags: ['staff'], security: bearer, body: settingBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const { key, value, description } = request.body;
      const known = description ?? (await settingByKey(pool, key))?.description ?? '';
      const { position } = await changeSetting(
        deps,
        { key, value, description: known },
        commandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, ['settings'])) };
    },
  );
}
