import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { findHistorySubject } from '#services/api/find-history-subject.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import { HttpError, notFound } from '#services/api/http-error.ts';
import {
  describeLastVerification,
  describeVerificationRun,
} from '#services/api/presenters/describe-verdict.ts';
import { readLastVerification } from '#services/api/read-last-verification.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { createBundle } from '#services/audit/bundle/create-bundle.ts';
import { formatCsv } from '#services/audit/bundle/format-csv.ts';
import { signCertificate } from '#services/audit/erasure/certificate.ts';
import { buildMemberHistory, readMemberEvents } from '#services/audit/history/member-history.ts';
import { certifyErasure } from '#services/audit/verification/certify-erasure.ts';
import { getReader } from '#services/commands/member/record-health-reading.ts';
import { recordIdentityReading } from '#services/commands/member/record-identity-reading.ts';
import { auditExportFile, auditExportQuery, memberIdText } from '#services/contract/audit.ts';
import { auditVerifyAnswer, auditVerifyQuery } from '#services/contract/audit-verification.ts';
import { auditKeyAnswer, erasureCertificate } from '#services/contract/erasure-certificate.ts';
import { protectRoutes } from '../protect-routes.ts';

/** How long a request waits for its verification before it is answered `running`. */
const verificationTimeoutMs = 20_000;

/** Verifying the whole store, exporting a member's history, certifying an erasure, and the key that signs these documents. */
export function registerAuditEvidenceRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerVerificationRoutes(app, deps);
  registerSignedDocumentRoutes(app, deps);
}

function registerVerificationRoutes(
  app: TypedApp,
  { authentication, auditSigner, clock, pool, verifications }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireActiveStaff('auditor'), 'audit');

  app.get(
    '/api/audit/verify',
    withSchema({
      querystring: auditVerifyQuery,
      response: { 200: auditVerifyAnswer, 202: auditVerifyAnswer },
    }),
    async (request, reply) => {
      const { run: id, show, wait } = request.query;
      const last = (await readLastVerification(pool, auditSigner))?.verdict ?? null;
      if (show === 'last') return describeLastVerification(last);
      const startedBy = getReader(createCommandContext(request, clock).actor);
      const run = id === undefined ? verifications.start(clock.now(), startedBy) : verifications.find(id);
      if (run === null) throw notFound('That verification is over, and another was begun since.');
      if (id === undefined && wait === undefined) {
        const abort = new AbortController();
        const timeout = delay(verificationTimeoutMs, undefined, { signal: abort.signal }).catch(() => {});
        await Promise.race([run.ended, timeout]);
        abort.abort();
      }
      const answer = describeVerificationRun(run, last);
      return reply.code(answer.state === 'running' ? 202 : 200).send(answer);
    },
  );
}

function registerSignedDocumentRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, auditSigner: signer, clock, config, eventStore, pool } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff('auditor'), 'audit');

  app.get(
    '/api/audit/members/:id/export',
    withSchema({
      params: z.object({ id: memberIdText }),
      querystring: auditExportQuery,
      response: { 200: auditExportFile },
    }),
    async (request, reply) => {
      const { id: memberId } = request.params;
      const { format, asOf: instant } = request.query;
      const now = clock.now();
      const asOf = instant === undefined ? now : new Date(instant);
      const records = await readMemberEvents(eventStore, await findHistorySubject(deps, memberId), asOf);
      if (records.length === 0) throw notFound('There is no history of such a member then.');
      await recordIdentityReading(deps, { memberId, what: 'audit' }, createCommandContext(request, clock));
      const history = buildMemberHistory(memberId, records, asOf);
      const about = { studio: config.studio.name, memberId, exportedAt: now };
      const text =
        format === 'csv'
          ? formatCsv(history)
          : JSON.stringify(createBundle(about, history, records, signer), null, 2);
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
        .header('content-disposition', formatAttachment(`passes-${memberId}.${format}`))
        .header('cache-control', 'private, no-store')
        .serializer(String)
        .send(text);
    },
  );

  app.get(
    '/api/audit/members/:id/erasure',
    withSchema({ params: z.object({ id: memberIdText }), response: { 200: erasureCertificate } }),
    async (request, reply) => {
      const memberId = request.params.id;
      const source = { pool, eventStore, studio: config.studio.name };
      const certified = await certifyErasure(source, memberId, clock.now());
      if (certified === undefined) throw notFound('No such member was erased.');
      if (certified === null) {
        throw new HttpError(
          409,
          'ERASURE_NOT_COMPLETE',
          'The erasure of this member is not complete yet. It goes on by itself; please try again in a while.',
        );
      }
      return reply
        .header('content-disposition', formatAttachment(`erasure-${memberId}.json`))
        .header('cache-control', 'private, no-store')
        .send(signCertificate(certified, signer));
    },
  );

  app.get('/api/audit/key', withSchema({ response: { 200: auditKeyAnswer } }), async () => {
    const { publicKey, fingerprint } = signer;
    return { success: true as const, algorithm: 'Ed25519' as const, publicKey, fingerprint };
  });
}
