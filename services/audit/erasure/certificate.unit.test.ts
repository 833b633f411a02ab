import { describe, expect, it } from 'vitest';
import { createAuditSigner } from '#infra/crypto/audit-signature.ts';
import {
  buildCertificateContent,
  type ErasureFacts,
  findDisagreements,
  signCertificate,
  verifyCertificate,
} from './certificate.ts';

const signer = createAuditSigner(Buffer.alloc(32, 7));
const now = new Date('2026-05-20T10:00:00.000Z');
const sealed = { count: 4, lastPosition: 90n, readable: 0 };
const storage = { clearedAt: new Date('2026-05-12T09:00:09.000Z'), scope: 'tables_and_log' } as const;
const key = { destroyedAt: new Date('2026-05-12T09:00:05.000Z'), fingerprint: 'ab'.repeat(32), storage };
const registration = { registrationId: 3, owner: 'registration-3', position: 102n, sealed, key };
const facts: ErasureFacts = {
  studio: 'Tideline',
  erasure: {
    memberId: 'm-1',
    stream: 'member-m-1',
    position: 100n,
    revision: 6n,
    askedAt: '2026-05-12T09:00:00.000Z',
    askedBy: { kind: 'staff', role: 'admin', staffId: 's-1' },
    sealed,
    recordsRemovedAt: null,
  },
  key,
  registrations: [registration],
  kept: { bookings: 2, payments: 1, lastAt: new Date('2026-06-30T22:30:00.000Z') },
};
const certified = () => {
  const content = buildCertificateContent(facts, now);
  if (content === null) throw new Error('The erasure is complete');
  return content;
};
const findProblems = (value: unknown) => verifyCertificate(JSON.stringify(value))?.problems;

describe('a certificate of erasure', () => {
  it('names the requester, the destroyed keys, the sealed events, and what is retained until when', () => {
    expect(certified()).toMatchObject({
      asked: { by: { kind: 'staff', id: 's-1' }, position: '100' },
      key: { fingerprint: 'ab'.repeat(32) },
      sealed: { events: 4, lastPosition: '90' },
      registrations: [{ registrationId: 3, erasedPosition: '102' }],
      // 23:30 in London.
      kept: { bookings: 2, payments: 1, until: '2033-06-30' },
    });
    const removed = { ...facts.erasure, recordsRemovedAt: '2033-07-01T00:00:00.000Z' };
    expect(buildCertificateContent({ ...facts, erasure: removed, kept: null }, now)?.kept).toMatchObject({
      bookings: 0,
      until: null,
      removedAt: '2033-07-01T00:00:00.000Z',
    });
  });

  it.each<[string, Partial<ErasureFacts>]>([
    ['the key exists', { key: { destroyedAt: null, fingerprint: null, storage: null } }],
    ['the disk is not cleared', { key: { ...key, storage: null } }],
    ['no tombstone of the key exists', { key: undefined }],
    ['a sealed event is readable', { erasure: { ...facts.erasure, sealed: { ...sealed, readable: 1 } } }],
    [
      'the key of a registration exists',
      { registrations: [{ ...registration, key: { destroyedAt: null, fingerprint: null, storage: null } }] },
    ],
    [
      'the disk is not cleared of a registration',
      { registrations: [{ ...registration, key: { ...key, storage: null } }] },
    ],
    [
      'a registration is readable',
      { registrations: [{ ...registration, sealed: { ...sealed, readable: 1 } }] },
    ],
  ])('is not issued while %s', (_, missing) => {
    expect(buildCertificateContent({ ...facts, ...missing }, now)).toBeNull();
  });

  it('promises of the disk what was cleared there, at the last and least clearing', () => {
    expect(certified()).toMatchObject({
      version: 2,
      disk: { clearedAt: '2026-05-12T09:00:09.000Z', scope: 'tables_and_log' },
      cleared: expect.arrayContaining([expect.stringContaining('its log')]),
    });
    const later = { clearedAt: new Date('2026-05-12T09:30:00.000Z'), scope: 'nothing' } as const;
    const partly = { ...facts, registrations: [{ ...registration, key: { ...key, storage: later } }] };
    const content = buildCertificateContent(partly, now);
    expect(content?.disk).toEqual({ clearedAt: '2026-05-12T09:30:00.000Z', scope: 'nothing' });
    expect(content?.cleared.join()).not.toContain('files of the database');
  });

  it('verifies a certificate of version 1, which does not mention the disk', () => {
    const { disk: _, ...content } = certified();
    expect(findProblems(signCertificate({ ...content, version: 1 }, signer))).toEqual([]);
  });

  it('verifies without the store, and fails verification after any change', () => {
    const certificate = signCertificate(certified(), signer);
    const { content } = certificate;
    const text = JSON.stringify(certificate);
    expect(verifyCertificate(text)).toEqual({ content, fingerprint: signer.fingerprint, problems: [] });
    const forged = 'The signature is not that of this content.';
    expect(findProblems({ ...certificate, content: { ...content, studio: 'Elsewhere' } })).toEqual([forged]);
    expect(findProblems({ ...certificate, content: { ...content, added: 1 } })).toEqual([forged]);
    expect(verifyCertificate('no json')).toBeNull();
    expect(verifyCertificate('{"content":{"format":"tideline-audit-bundle"}}')).toBeNull();
  });

  it('fails verification with a valid signature if its dates or positions contradict each other', () => {
    const content = certified();
    const signed = (changes: object) => findProblems(signCertificate({ ...content, ...changes }, signer));
    expect(signed({ key: { ...content.key, destroyedAt: '2026-05-11T09:00:00.000Z' } })).toEqual([
      'The key was destroyed before anyone asked.',
    ]);
    expect(signed({ sealed: { events: 5, lastPosition: '101' } })).toEqual([
      'Something was sealed after the erasure.',
    ]);
    expect(signed({ memberId: 'm-2' })).toEqual(['It is about the stream of someone else.']);
  });

  it('is compared with the store, except for what may change later', () => {
    const content = certified();
    const later = {
      ...content,
      issuedAt: '2033-01-01T00:00:00.000Z',
      kept: { ...content.kept, bookings: 0 },
    };
    expect(findDisagreements(content, later)).toEqual([]);
    expect(findDisagreements(content, { ...content, sealed: { events: 3, lastPosition: '90' } })).toEqual([
      'The store says otherwise: sealed.',
    ]);
    expect(findDisagreements(content, null)).toHaveLength(1);
  });
});
