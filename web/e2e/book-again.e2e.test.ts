import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { takeScreenshot, visit, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const me = z.object({ user: z.object({ id: z.string() }) });

/** Adds a weekly class and books its first weeks for a new member; returns the open one that follows. */
const startHabit = async (time: string, name: string, weeks: number, passes: number) => {
  const classes: TimetableClass[] = [];
  for (let week = 0; week <= weeks; week += 1) {
    classes.push(await site.addClass(time, { days: 1 + 7 * week }));
  }
  const member = await site.addMember(name, passes);
  const { user } = await member.expect(me, 'GET', '/api/auth/user');
  for (const { id } of classes.slice(0, weeks)) {
    const { status } = await site.admin.call('POST', '/api/admin/add-member-to-class', {
      userId: user.id,
      classId: id,
    });
    expect(status).toBe(200);
  }
  const [open] = classes.slice(-1);
  if (open === undefined) throw new Error('There is no class');
  await site.moveClock({ advance: `P${7 * weeks - 4}D` });
  return { member, open };
};

it.each(['phone', 'desktop'] as const)(
  'books the class of a past week again in one press, with an undo, on a %s',
  async (screen) => {
    const { member, open } = await startHabit('10:00', `Agnes Again ${screen}`, 1, 1);
    const page = await visit(site, '/my-classes', { as: member, screen });
    const past = page.getByRole('region', { name: 'Past and cancelled' });
    const again = past.getByRole('button', { name: /^Book again.+ 10:00$/ });
    await again.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'book-again', screen, true);
    await again.click();
    expect(await waitForToast(page, 'Class Booked!')).toContain('You have 3 passes remaining.');
    await page.getByRole('article', { name: open.time }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForToast(page, 'Booking undone');
    await page.getByText('Nothing booked yet').waitFor();
  },
);

it.each(['phone', 'desktop'] as const)(
  'offers the usual class of three weeks on top and books it in one press, on a %s',
  async (screen) => {
    const { member, open } = await startHabit('18:00', `Ulla Usual ${screen}`, 3, 1);
    const page = await visit(site, '/my-classes', { as: member, screen });
    const usual = page.getByRole('region', { name: /^Your usual \w+day 18:00$/ });
    await usual.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'usual-class', screen);
    const timetable = await visit(site, `/?date=${open.date}`, { as: member, screen });
    await timetable
      .getByRole('article', { name: open.time })
      .getByText(/^Your usual \w+day 18:00$/)
      .waitFor();
    await takeScreenshot(timetable, 'usual-card', screen);
    await usual.getByRole('button').click();
    expect(await waitForToast(page, 'Class Booked!')).toContain('You have 1 pass remaining.');
    await page.getByRole('article', { name: open.time }).waitFor();
    await usual.waitFor({ state: 'detached' });
  },
);

it('leads to the passes from Book again when no pass is left', async () => {
  const { member } = await startHabit('12:00', 'Penny Passless', 1, 1);
  const page = await visit(site, '/my-classes', { as: member, expectedStatuses: [402] });
  await page.route('**/api/bookings', (route) =>
    route.fulfill({
      status: 402,
      json: {
        success: false,
        error: 'You have no class pass for this class.',
        code: 'NO_PASS',
        requestId: 'r',
      },
    }),
  );
  await page.getByRole('button', { name: /^Book again/ }).click();
  await waitForToast(page, 'Need Class Passes');
  await page.getByRole('button', { name: 'Buy Passes' }).click();
  await page.waitForURL(/\/book-classes\?date=.+#pricing$/);
});
