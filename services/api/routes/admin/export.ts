import { toLondonDay } from '#domain/london-time.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { writeExport } from '#services/api/export/write-export.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { recordExport } from '#services/commands/studio-export/record-export.ts';
import { studioExportFile } from '#services/contract/studio-export.ts';
import { protectRoutes } from '../protect-routes.ts';

/** All of the studio's data, for an admin with an account of their own. */
export function registerAdminExportRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff('admin'), 'staff');

  app.post(
    '/api/admin/export',
    withSchema({ response: { 200: studioExportFile } }),
    async (request, reply) => {
      const context = createCommandContext(request, clock);
      await recordExport(deps, {}, context);
      const file = await writeExport(deps, context.now);
      return reply
        .type('application/zip')
        .header('content-disposition', formatAttachment(`studio-${toLondonDay(context.now)}.zip`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
  );
}
