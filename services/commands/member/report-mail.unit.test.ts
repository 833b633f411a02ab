import { expect, it } from 'vitest';
import { memberDecider } from '#domain/member/decider.ts';
import { noHealthNotes } from '#tools/testing/no-health-notes.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { changeNewsletterConsent } from './change-newsletter-consent.ts';
import { clearAddress } from './clear-address.ts';
import { reportMail } from './report-mail.ts';
import { signUp } from './sign-up.ts';

const emailHash = (email: string) => `hash-of-${email.split('@')[0]}`;
async function withMember() {
  const studio = new Studio();
  const { deciders } = studio.start();
  const identity = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', dateOfBirth: null };
  const deps = { deciders, memberKeys: { create: () => Promise.resolve() }, emailHash };
  const ada = { memberId: 'a', identity, health: noHealthNotes, passwordHash: 'hash', newsletter: true };
  await signUp(deps, ada, studio.context());
  const readState = async () => (await deciders.load(memberDecider, 'a')).state;
  return { studio, deps, readState };
}
const later = (minutes: number) => new Date(Date.parse('2026-05-12T09:00:00.000Z') + minutes * 60_000);

it('concerns the member with the address, and no one where it is free', async () => {
  const { studio, deps, readState } = await withMember();
  const report = { report: 'hard_bounce', happenedAt: later(1) } as const;
  const { length } = studio.log.events;
  await reportMail(deps, { ...report, emailHash: 'hash-of-nobody' }, studio.context(later(2)));
  expect(studio.log.events).toHaveLength(length);
  await reportMail(deps, { ...report, emailHash: 'hash-of-ada' }, studio.context(later(2)));
  expect((await readState()).addressFault).toBe('hard_bounce');
});

it('ends in the same state in whatever order two reports and the member’s answers come', async () => {
  const reports = [
    { emailHash: 'hash-of-ada', report: 'unsubscribed', happenedAt: later(1) },
    { emailHash: 'hash-of-ada', report: 'hard_bounce', happenedAt: later(2) },
  ] as const;
  for (const order of [reports, reports.toReversed(), [...reports, ...reports]]) {
    const { studio, deps, readState } = await withMember();
    for (const each of order) await reportMail(deps, each, studio.context(later(3)));
    expect(await readState()).toMatchObject({ addressFault: 'hard_bounce', consents: new Set(['health']) });
    await clearAddress(deps, { memberId: 'a' }, studio.context(later(4)));
    await changeNewsletterConsent(deps, { memberId: 'a', given: true }, studio.context(later(4)));
    for (const each of order) await reportMail(deps, each, studio.context(later(5)));
    expect(await readState()).toMatchObject({
      addressFault: null,
      consents: new Set(['health', 'newsletter']),
    });
  }
});
