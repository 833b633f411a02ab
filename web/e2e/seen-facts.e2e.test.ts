import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import {
  findClass,
  passCard,
  payWith,
  type Screen,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForToast,
} from './visit.fixture.ts';
import { addFullClass } from './waitlist.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const screens = [['phone'], ['desktop']] as const;
const bookings = z.object({ bookings: z.array(z.object({ classId: z.number(), status: z.string() })) });

/**
 * Opens a page whose stream of live updates is refused. While it is unaware, what it reads by itself of classes and
 * passes is what it has read before.
 */
async function visitWithoutNews(path: string, as: StudioClient, screen: Screen) {
  const page = await visit(site, '/health/live', { as, screen, expectedStatuses: [0, 409] });
  await page.route('**/api/events', (route) => route.abort());
  const known = new Map<string, { status: number; contentType: string; body: string }>();
  let isUnaware = false;
  await page.route('**/api/class*', async (route) => {
    const url = route.request().url();
    const response = await route.fetch();
    const answer = {
      status: response.status(),
      contentType: 'application/json',
      body: await response.text(),
    };
    // Decided here, because a read that began before the studio changed something can be answered after it.
    const shown = (isUnaware ? known.get(url) : undefined) ?? answer;
    known.set(url, shown);
    return route.fulfill(shown);
  });
  await page.goto(path);
  return {
    page,
    async whileUnaware<Result>(act: () => Promise<Result>): Promise<Result> {
      isUnaware = true;
      const result = await act();
      isUnaware = false;
      return result;
    },
  };
}
const findQuestion = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const readRows = (question: Locator) => question.getByRole('row').allInnerTexts();
async function reviewQuestion(page: Page, name: string, screen: Screen): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, name, screen);
}

async function addPass(name: string) {
  const created = z.object({ classPass: z.object({ id: z.number() }) });
  const terms = { name, classes: 4, price: 8_000 };
  const { classPass } = await site.admin.expect(created, 'POST', '/api/admin/class-passes', terms);
  const changeTerms = async (changes: object) => {
    const path = `/api/admin/class-passes/${classPass.id}`;
    expect((await site.admin.call('PUT', path, { ...terms, ...changes })).status).toBe(200);
  };
  return { changeTerms, changePrice: (price: number) => changeTerms({ price }) };
}

async function changeClass({ id }: TimetableClass, body: object): Promise<void> {
  expect((await site.admin.call('PUT', `/api/admin/classes/${id}`, body)).status).toBe(200);
}
async function addInstructor(name: string): Promise<number> {
  const created = z.object({ instructor: z.object({ id: z.number() }) });
  const body = { name, prenatalSuitable: false };
  return (await site.admin.expect(created, 'POST', '/api/admin/instructors', body)).instructor.id;
}
/** The studio moves a class to another time of its day, and makes it another level. */
async function moveClass(scheduled: TimetableClass, time: string, maxCapacity = 7): Promise<void> {
  const instructors = z.object({ instructors: z.array(z.object({ id: z.number(), name: z.string() })) });
  const answer = await site.admin.expect(instructors, 'GET', '/api/admin/instructors');
  const instructorId = answer.instructors.find(({ name }) => name === 'Marina Hale')?.id;
  const { date } = scheduled;
  await changeClass(scheduled, { name: 'advanced', date, time, instructorId, maxCapacity });
}
const readBooked = async (member: StudioClient): Promise<number[]> => {
  const answer = await member.expect(bookings, 'GET', '/api/my-bookings');
  return answer.bookings.filter(({ status }) => status === 'confirmed').map(({ classId }) => classId);
};

it.each(screens)(
  'shows a price that changed under an open page, and charges what is agreed, on a %s',
  async (screen) => {
    const name = `Harbour Pass ${screen}`;
    const { changePrice } = await addPass(name);
    const member = await site.addMember(`Price ${screen}`);
    const { page, whileUnaware } = await visitWithoutNews('/book-classes', member, screen);
    const purchase = passCard(page, name).getByRole('button', { name: 'Purchase' });
    await passCard(page, name).getByText('£80', { exact: true }).waitFor();
    const question = findQuestion(page, 'The price has changed');
    await whileUnaware(async () => {
      await changePrice(9_000);
      await purchase.click();
      await question.getByText('You have not been charged.').waitFor();
    });
    expect(await readRows(question)).toEqual([expect.stringMatching(/Before\s+Now/), 'Price\t£80\t£90']);
    await reviewQuestion(page, 'price-changed', screen);
    await question.getByRole('button', { name: 'Go back' }).click();
    await passCard(page, name).getByText('£90', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await whileUnaware(async () => {
      await changePrice(9_500);
      await purchase.click();
      await question.getByRole('button', { name: 'Continue at £95' }).click();
    });
    const dialog = page.getByRole('dialog', { name: `Purchase ${name}` });
    await dialog.getByRole('button', { name: 'Pay £95' }).waitFor();
    await dialog.getByText('£95', { exact: true }).waitFor();
    await payWith(page, '4242424242424242');
    await waitForToast(page, 'Purchase Successful!');
  },
);

it('asks about a pass that has another number of classes at the same price, and sells it as agreed', async () => {
  const name = 'Quay Pass';
  const { changeTerms } = await addPass(name);
  const member = await site.addMember('Quentin Quay');
  const { page, whileUnaware } = await visitWithoutNews('/book-classes', member, 'phone');
  const purchase = passCard(page, name).getByRole('button', { name: 'Purchase' });
  await purchase.waitFor();
  const question = findQuestion(page, 'This pass has changed');
  await whileUnaware(async () => {
    await changeTerms({ classes: 3, validity: { unit: 'weeks', count: 1 } });
    await purchase.click();
    await question.waitFor();
  });
  const rows = await readRows(question);
  expect(rows.slice(1)).toEqual(['Classes\t4\t3', expect.stringMatching(/^Use within\t.+\t1 week$/)]);
  await reviewQuestion(page, 'pass-changed', 'phone');
  await question.getByRole('button', { name: 'Continue at £80' }).click();
  const dialog = page.getByRole('dialog', { name: `Purchase ${name}` });
  await dialog.getByText('3 classes', { exact: true }).waitFor();
  await dialog.getByText('Use within 1 week of today').waitFor();
  await payWith(page, '4242424242424242');
  await waitForToast(page, 'Purchase Successful!');
  await waitForBadge(page, 'Passes 3');
});

it.each(screens)(
  'shows how a class changed under an open page, and books it as agreed, on a %s',
  async (screen) => {
    const hour = screen === 'phone' ? '08' : '09';
    const scheduled = await site.addClass(`${hour}:00`);
    const member = await site.addMember(`Class ${screen}`, 1);
    const { page, whileUnaware } = await visitWithoutNews('/book-classes', member, screen);
    const card = await findClass(page, scheduled);
    const question = findQuestion(page, 'This class has changed');
    await whileUnaware(async () => {
      await moveClass(scheduled, `${hour}:10`);
      await card.getByRole('button', { name: 'Book Now' }).click();
      await question.waitFor();
    });
    expect(await readRows(question)).toEqual([
      expect.stringMatching(/Before\s+Now/),
      expect.stringMatching(/^Day\t(.+)\t\1$/),
      `Time\t${hour}:00\t${hour}:10`,
      'Class\tBeginner\tAdvanced',
    ]);
    await reviewQuestion(page, 'class-changed', screen);
    await page.keyboard.press('Escape');
    const moved = page.getByRole('article', { name: `${hour}:10` });
    await moved.waitFor();
    expect(await readBooked(member)).toEqual([]);
    await waitForBadge(page, 'Passes 5');

    await whileUnaware(async () => {
      await moveClass(scheduled, `${hour}:20`);
      await moved.getByRole('button', { name: 'Book Now' }).click();
      await question.waitFor();
    });
    await question.getByRole('button', { name: 'Book This Class' }).click();
    await waitForToast(page, 'Class Booked!');
    await page
      .getByRole('article', { name: `${hour}:20` })
      .getByText('Booked')
      .waitFor();
    expect(await readBooked(member)).toEqual([scheduled.id]);
  },
);

it.each(screens)(
  'asks about another length and another instructor, also when undoing, on a %s',
  async (screen) => {
    const time = screen === 'phone' ? '20:00' : '20:30';
    const scheduled = await site.addClass(time, { days: 3 });
    const member = await site.addMember(`Length ${screen}`, 1);
    const { page, whileUnaware } = await visitWithoutNews('/book-classes', member, screen);
    const card = await findClass(page, scheduled);
    const question = findQuestion(page, 'This class has changed');
    const substitute = await addInstructor(`Noor Khan ${screen}`);
    const change = { name: 'beginner', date: scheduled.date, time, maxCapacity: 7, instructorId: substitute };
    await whileUnaware(async () => {
      await changeClass(scheduled, { ...change, duration: 75 });
      await card.getByRole('button', { name: 'Book Now' }).click();
      await question.waitFor();
    });
    expect((await readRows(question)).slice(4)).toEqual([
      'Length\t50 minutes\t75 minutes',
      `With\tMarina Hale\tNoor Khan ${screen}`,
    ]);
    await reviewQuestion(page, 'class-length-changed', screen);
    await question.getByRole('button', { name: 'Book This Class' }).click();
    await waitForToast(page, 'Class Booked!');

    await page.goto('/my-classes');
    await page.getByRole('article', { name: time }).getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel (Class|Booking)/ })
      .click();
    await waitForToast(page, 'Booking Cancelled');
    await changeClass(scheduled, { ...change, duration: 30 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await question.waitFor();
    expect((await readRows(question)).at(-1)).toBe('Length\t75 minutes\t30 minutes');
    expect(await readBooked(member)).toEqual([]);
    await question.getByRole('button', { name: 'Take It Back' }).click();
    await waitForToast(page, 'Your place is back');
    expect(await readBooked(member)).toEqual([scheduled.id]);
  },
);

it('asks before a member waits for a class that changed, or moves a booking to it', async () => {
  const full = await addFullClass(site, 2, '11:00');
  const from = await site.addClass('12:00');
  const to = await site.addClass('13:00');
  const member = await site.addMember('Wanda Waits', 1);
  await bookClass(member, from);
  const { page, whileUnaware } = await visitWithoutNews('/book-classes', member, 'desktop');
  const card = await findClass(page, full);
  const question = findQuestion(page, 'This class has changed');
  await whileUnaware(async () => {
    await moveClass(full, '11:10', 1);
    await card.getByRole('button', { name: 'Join Waitlist' }).click();
    await question.waitFor();
  });
  await question.getByRole('button', { name: 'Join Waitlist' }).click();
  await waitForToast(page, 'Added to Waitlist');

  await page.goto('/my-classes');
  await page.getByRole('article', { name: from.time }).getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move this class' });
  const choice = dialog.getByRole('button', { name: new RegExp(to.time) }).last();
  await choice.waitFor();
  await whileUnaware(async () => {
    await moveClass(to, '13:10');
    await choice.click();
    await question.waitFor();
  });
  await question.getByRole('button', { name: 'Move Here' }).click();
  expect(await waitForToast(page, 'Booking Moved')).toContain('13:10');
  expect(await readBooked(member)).toEqual([to.id]);
});

it.each(screens)('asks before it books a class at the time of another one, on a %s', async (screen) => {
  const hour = screen === 'phone' ? '15' : '17';
  const first = await site.addClass(`${hour}:00`);
  const second = await site.addClass(`${hour}:30`);
  const member = await site.addMember(`Both ${screen}`, 1);
  await bookClass(member, first);
  const page = await visit(site, '/book-classes', { as: member, screen, expectedStatuses: [409] });
  const book = (await findClass(page, second)).getByRole('button', { name: 'Book Now' });
  await book.click();
  const question = findQuestion(page, 'You have another class then');
  await question.getByText(new RegExp(`Beginner, .+, ${hour}:00, 50 minutes`)).waitFor();
  await reviewQuestion(page, 'overlap', screen);
  await question.getByRole('button', { name: 'Go back' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await readBooked(member)).toEqual([first.id]);
  await book.click();
  await question.getByRole('button', { name: 'Book Both' }).click();
  expect(await waitForToast(page, 'Class Booked!')).toContain('You have 3 passes remaining.');
  expect((await readBooked(member)).toSorted()).toEqual([first.id, second.id].toSorted());
});

it('asks staff before a member gets a class at the time of another one', async () => {
  const first = await site.addClass('19:00');
  const second = await site.addClass('19:30');
  const member = await site.addMember('Ada Added', 1);
  await bookClass(member, first);
  const page = await visitAsAdmin(site, '/admin?tab=members&view=list', 'desktop', [409]);
  const addButton = page
    .getByRole('row')
    .filter({ hasText: 'Ada Added' })
    .getByRole('button', { name: /^Add to class/ });
  await addButton.click();
  const dialog = page.getByRole('dialog', { name: 'Add Ada Added to a class' });
  await dialog.getByLabel('Class').selectOption(String(second.id));
  await dialog.getByRole('button', { name: 'Add to class' }).click();
  const question = findQuestion(page, 'They have another class then');
  await question.getByText(/This member is booked in Beginner, .+, 19:00, 50 minutes/).waitFor();
  await reviewQuestion(page, 'overlap-staff', 'desktop');
  await question.getByRole('button', { name: 'Add to Both' }).click();
  await waitForToast(page, 'Member added to class successfully');
  expect((await readBooked(member)).toSorted()).toEqual([first.id, second.id].toSorted());
});
