import multipart from '@fastify/multipart';
import { assertDone, getImport } from '#domain/import/decide.ts';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { InvalidInput, Refusal } from '#domain/refusal.ts';
import { readImportProgress } from '#infra/postgres/tables/import-work.ts';
import { readBroughtThings, readUsersOfImport } from '#projections/read-models/wallet/import-queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import { HttpError } from '#services/api/http-error.ts';
import { type PreparedImport, prepareImport } from '#services/api/import/prepare-import.ts';
import { readUpload } from '#services/api/import/read-upload.ts';
import { describeImport, describePrepared } from '#services/api/presenters/describe-import.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { buildImportCertificate, signImportCertificate } from '#services/audit/import/certificate.ts';
import { beginImport } from '#services/commands/import/begin-import.ts';
import { computeImportId } from '#services/commands/import/import-ids.ts';
import { inviteImport } from '#services/commands/import/invite-import.ts';
import { undoImport } from '#services/commands/import/undo-import.ts';
import { dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  importAnswer,
  importCertificateFile,
  importParams,
  importsAnswer,
  maxImportBytes,
} from '#services/contract/imports.ts';
import { protectRoutes } from '../protect-routes.ts';

const namedUsers = 3;

/** @throws InvalidInput, Refusal DATES_AMBIGUOUS */
function assertAnswered({ files, ambiguous }: PreparedImport): void {
  const issues = files.flatMap(({ file, columns }) =>
    columns.missing.map((field) => ({
      path: `mapping.${file.kind}.${field}`,
      message: `Please say which column of ${file.kind}.csv is “${field}”.`,
    })),
  );
  if (issues.length > 0) throw new InvalidInput(issues);
  const [first] = ambiguous;
  if (first !== undefined) throw new Refusal('DATES_AMBIGUOUS', { text: first.text });
}

const formatNames = (names: readonly string[]): string => {
  const shown = names.slice(0, namedUsers);
  const others = names.length - shown.length;
  const all = [...shown, ...(others > 0 ? [`${others} more`] : [])];
  return all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

/** Moving in: members and passes of another system. */
export function registerAdminImportRoutes(app: TypedApp, deps: ApiDependencies): void {
  // Only here may a form with files be sent.
  app.register(async (scope: TypedApp) => {
    await scope.register(multipart, {
      limits: { fileSize: maxImportBytes, files: 3, fields: 10, parts: 13, fieldSize: 64 * 1024 },
    });
    registerUpload(scope, deps);
  });
  registerImportReads(app, deps);
  registerImportActions(app, deps);
}

function registerUpload(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, catchUp, clock, deciders, pool } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.post(
    '/api/admin/imports',
    withSchema({
      description:
        'A multipart form with members.csv, passes.csv and memberships.csv, and the fields source, preset, dateOrder and mapping (JSON)',
      consumes: ['multipart/form-data'],
      querystring: dryRunQuery,
      response: { 200: importAnswer },
    }),
    async (request) => {
      const { dryRun } = request.query;
      const context = createCommandContext(request, clock);
      const { files, fields } = await readUpload(request);
      const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
      const prepared = await prepareImport(pool, { files, fields, state, now: context.now });
      const { newFiles, plan, source } = prepared;
      if (!dryRun) assertAnswered(prepared);
      if (dryRun || newFiles.length === 0) {
        const earlier = [...state.imports.values()].findLast((one) =>
          one.files.some(({ sha256 }) => files.some((file) => file.sha256 === sha256)),
        );
        const isKnown = newFiles.length === 0 && earlier !== undefined;
        const importId = isKnown ? earlier.importId : computeImportId(state, newFiles);
        return describePrepared(importId, prepared, dryRun);
      }
      const { people, sums } = plan;
      const { importId, position } = await beginImport(
        deps,
        { source, files: newFiles, people, sums },
        context,
      );
      return {
        ...describePrepared(importId, prepared, dryRun),
        ...(await catchUp(position, ['audit-trail'])),
      };
    },
  );
}

function registerImportReads(
  app: TypedApp,
  { authentication, auditSigner, clock, config, deciders, eventStore, pool }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/imports', withSchema({ response: { 200: importsAnswer } }), async () => {
    const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
    const progress = await readImportProgress(pool);
    const imports = [...state.imports.values()].toReversed();
    return {
      success: true as const,
      imports: imports.map((one) => describeImport(one, progress.get(one.importId))),
    };
  });

  app.get(
    '/api/admin/imports/:id/certificate',
    withSchema({ params: importParams, response: { 200: importCertificateFile } }),
    async (request, reply) => {
      const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
      const one = getImport(state, request.params.id);
      const { status, closedAt, importId } = one;
      assertDone(one);
      if (closedAt === null || status !== 'closed') throw new Refusal('IMPORT_UNDONE');
      const things = await readBroughtThings(pool, importId);
      const memberIds = things.filter(({ lotIds }) => lotIds.length > 0).map(({ memberId }) => memberId);
      const source = { eventStore, studio: config.studio.name };
      const certified = await buildImportCertificate(source, { ...one, closedAt }, memberIds, clock.now());
      return reply
        .header('content-disposition', formatAttachment(`import-${importId}.json`))
        .header('cache-control', 'private, no-store')
        .send(signImportCertificate(certified, auditSigner));
    },
  );
}

function registerImportActions(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, catchUp, clock, pool } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');
  const schema = { params: importParams, response: { 200: commandAnswer } };

  app.post('/api/admin/imports/:id/undo', withSchema(schema), async (request) => {
    const { id: importId } = request.params;
    const names = await readUsersOfImport(pool, importId);
    if (names.length > 0)
      throw new HttpError(
        409,
        'IMPORT_USED',
        `${formatNames(names)} ${names.length === 1 ? 'has' : 'have'} used passes of it, so it can’t be undone.`,
      );
    const { position } = await undoImport(deps, { importId }, createCommandContext(request, clock));
    return { success: true as const, ...(await catchUp(position, ['audit-trail'])) };
  });

  app.post('/api/admin/imports/:id/invite', withSchema(schema), async (request) => {
    const { id: importId } = request.params;
    const { position } = await inviteImport(deps, { importId }, createCommandContext(request, clock));
    return { success: true as const, ...(await catchUp(position, ['audit-trail'])) };
  });
}
