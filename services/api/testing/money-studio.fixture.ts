import { expect } from 'vitest';
import { z } from 'zod';
import { toLondonDay } from '#domain/london-time.ts';
import { liabilityAnswer, monthlyReportAnswer } from '#services/contract/analytics.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { startRunningStudio } from './running-studio.fixture.ts';
import { SandboxClock } from './sandbox-clock.fixture.ts';

const creditsAnswer = z.object({ credits: z.number() });
const outboxAnswer = z.array(z.object({ to: z.string(), kind: z.string(), text: z.string() }));

/** What tests of refunds read and do. */
function createMoneyProbe(base: string, admin: StudioClient, clock: SandboxClock) {
  const today = async () => toLondonDay(await clock.now());
  return {
    /** Books one of the member's passes for a class in two days. */
    async book(member: StudioClient): Promise<void> {
      const [classId] = await openClasses(admin, 1, 7, await clock.now());
      expect((await member.call('POST', '/api/bookings', { classId })).status).toBe(200);
    },
    async readCredits(member: StudioClient): Promise<number> {
      return (await member.expect(creditsAnswer, 'GET', '/api/auth/credits')).credits;
    },
    /** What went back this month, in pence. */
    async readReturned(): Promise<number> {
      const [year, month] = (await today()).split('-');
      const path = `/api/admin/monthly-report?year=${year}&month=${Number(month)}`;
      const { passSales, membershipSales } = (await admin.expect(monthlyReportAnswer, 'GET', path))
        .monthlyData;
      return passSales.returned + membershipSales.returned;
    },
    /** The value of unused passes today, in pence. */
    async readLiability(): Promise<number> {
      const path = `/api/admin/liability?on=${await today()}`;
      return (await admin.expect(liabilityAnswer, 'GET', path)).value;
    },
    /** The emails about refunds to an address. */
    async readMails(to: string): Promise<readonly { text: string }[]> {
      const mails = outboxAnswer.parse(await (await fetch(`${base}/sandbox/outbox.json?limit=10000`)).json());
      return mails.filter((mail) => mail.to === to && mail.kind === 'refund');
    },
    /** Verifies the whole store. */
    async expectNoContradiction(): Promise<void> {
      expect((await verifyStore(admin)).events.exceptions).toEqual([]);
    },
  };
}

export type MoneyProbe = ReturnType<typeof createMoneyProbe>;

/** A studio, and what tests of refunds need of it. */
export async function openMoneyStudio() {
  const studio = await startRunningStudio();
  const { base } = studio.process;
  const visitor = new StudioClient(base);
  const admin = await visitor.staff('admin');
  const clock = new SandboxClock(base);
  return { studio, visitor, admin, clock, money: createMoneyProbe(base, admin, clock) };
}
