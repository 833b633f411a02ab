import { z } from 'zod';
import { auditEvent } from './audit.ts';
import { instant, numericId } from './values.ts';

const count = z.number().int();
const position = auditEvent.shape.position;

const destroyedKey = z.object({
  destroyedAt: instant,
  fingerprint: z.string().nullable().describe('SHA-256 of the wrapped key; null when it was not kept'),
});
const sealedEvents = z.object({ events: count, lastPosition: position.nullable() });

/** GET /api/audit/members/{id}/erasure: a signed document, which `npm run audit -- verify` verifies. */
export const erasureCertificate = z.object({
  content: z.object({
    format: z.literal('tideline-erasure-certificate'),
    version: z.literal(2),
    studio: z.string(),
    memberId: z.string(),
    issuedAt: instant,
    asked: z.object({
      at: instant,
      by: z.object({
        kind: z.enum(['member', 'staff', 'worker', 'webhook', 'system']),
        id: z.string().nullable(),
      }),
      stream: z.string(),
      revision: position,
      position,
    }),
    key: destroyedKey,
    sealed: sealedEvents.describe('Events of the member that nobody can read any more'),
    registrations: z.array(
      z.object({
        registrationId: numericId,
        erasedPosition: position,
        key: destroyedKey,
        sealed: sealedEvents,
      }),
    ),
    kept: z.object({
      bookings: count,
      payments: count,
      until: z.string().nullable().describe('The last London day; null once nothing is kept'),
      removedAt: instant.nullable(),
      why: z.string(),
    }),
    cleared: z.array(z.string()),
    disk: z.object({
      clearedAt: instant,
      scope: z
        .enum(['tables_and_log', 'tables', 'nothing'])
        .describe('How far the files of the database were cleared of deleted rows; backups never are'),
    }),
  }),
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string(),
    fingerprint: z.string(),
    value: z.string().describe('Of the canonical JSON of the content, base64'),
  }),
});
export type ErasureCertificateAnswer = z.infer<typeof erasureCertificate>;

/** GET /api/audit/key: the public key that verifies exports and certificates. */
export const auditKeyAnswer = z.object({
  success: z.literal(true),
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().describe('SPKI, base64'),
  fingerprint: z.string(),
});
export type AuditKeyAnswer = z.infer<typeof auditKeyAnswer>;
