import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classAnswer } from '#services/contract/schedule.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { focusOn, picture, type Screen, settled, toast, visit } from './visit.fixture.ts';
import { type FullClass, fill, moveClock, nextMorning, wait } from './waitlist.fixture.ts';

let site: Site;
let morning: ReturnType<typeof nextMorning>;
let full: Record<keyof typeof times, FullClass>;
let unopened: TimetableClass;

// Days after the morning at 10:00 to which the clock is set, and the time of the class.
const times = {
  phone: [3, '08:00'],
  desktop: [3, '09:00'],
  offered: [1, '09:15'],
  crossed: [4, '18:00'],
  cancelled: [4, '19:00'],
  over: [1, '18:00'],
} as const;

beforeAll(async () => {
  site = await openSite();
  morning = nextMorning();
  const add = (days: number, time: string) =>
    site.addClass(time, { days: morning.days + days, maxCapacity: 1 });
  unopened = await add(10, '18:00');
  const classes: TimetableClass[] = [];
  for (const [days, time] of Object.values(times)) classes.push(await add(days, time));
  await moveClock(site, { now: morning.instant });
  const rival = await site.addMember('Rival Rob', 2);
  const filled = new Map<string, FullClass>();
  for (const [index, name] of Object.keys(times).entries()) {
    const scheduled = classes[index];
    if (scheduled !== undefined) filled.set(name, await fill(rival, scheduled));
  }
  const of = (name: keyof typeof times): FullClass => {
    const found = filled.get(name);
    if (found === undefined) throw new Error(`There is no class ${name}`);
    return found;
  };
  full = {
    phone: of('phone'),
    desktop: of('desktop'),
    offered: of('offered'),
    crossed: of('crossed'),
    cancelled: of('cancelled'),
    over: of('over'),
  };
});
afterAll(() => site?.close());

const section = (page: Page) => page.getByRole('region', { name: 'Waiting' });
const row = (page: Page, { time }: TimetableClass) => section(page).getByRole('article', { name: time });

/** Moves a class to another time on a day of its own. */
async function moveTo({ id }: TimetableClass, to: { date: string; time: string }): Promise<void> {
  const { class: known } = await site.admin.expect(classAnswer, 'GET', `/api/classes/${id}`);
  const { name, instructorId, maxCapacity } = known;
  const { status } = await site.admin.call('PUT', `/api/admin/classes/${id}`, {
    name,
    instructorId,
    maxCapacity,
    ...to,
  });
  if (status !== 200) throw new Error(`Moving the class answered ${status}`);
}

describe.each<Screen>(['phone', 'desktop'])('My Classes on a %s', (screen) => {
  it('lists what one waits for, and is left from there', async () => {
    const scheduled = screen === 'phone' ? full.phone : full.desktop;
    const member = await site.addMember(`Wai Ting ${screen}`, 1);
    await wait(await site.addMember(`Before ${screen}`, 1), scheduled);
    await wait(member, scheduled);
    const page = await visit(site, '/my-classes', { screen, as: member });
    await row(page, scheduled).getByText('You are 2nd in line').waitFor();
    await row(page, scheduled).getByText('1 other person waits.').waitFor();
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'my-waitlists', screen, true);
    await row(page, scheduled)
      .getByRole('link', { name: /^Details/ })
      .click();
    await page.getByRole('heading', { level: 2, name: 'You are 2nd in line' }).waitFor();
    await page.goBack();
    await row(page, scheduled)
      .getByRole('button', { name: /^Leave/ })
      .click();
    await toast(page, 'Removed from Waitlist');
    await section(page).waitFor({ state: 'detached' });
    await focusOn(page, page.getByRole('heading', { name: 'Upcoming' }));
  });
});

it('shows a spot that is kept, and leads to it', async () => {
  const member = await site.addMember('Keep Kit', 1);
  await wait(member, full.offered);
  const page = await visit(site, '/my-classes', { as: member, screen: 'phone' });
  await row(page, full.offered).getByText('You are 1st in line').waitFor();
  await full.offered.giveUp();
  await row(page, full.offered)
    .getByText(/^A spot is yours until 10:/)
    .waitFor();
  await picture(page, 'my-waitlists-offered', 'phone');
  expect(await findings(page)).toEqual([]);
  await row(page, full.offered)
    .getByRole('link', { name: /^Take the Spot/ })
    .click();
  await page.getByRole('button', { name: 'Take the spot' }).click();
  await toast(page, 'Class Booked!');
});

it('says why a spot would pass by who has another class at that time since the studio moved it', async () => {
  const member = await site.addMember('Cross Cass', 1);
  const other = await site.addClass('08:00', { days: morning.days + 5 });
  await member.call('POST', '/api/bookings', { classId: other.id });
  await wait(member, full.crossed);
  const page = await visit(site, '/my-classes', { as: member });
  await row(page, full.crossed).getByText('Nobody else waits.').waitFor();
  await moveTo(other, full.crossed);
  await row(page, full.crossed)
    .getByText(/^You have another class at this time/)
    .waitFor();
  await row(page, full.crossed)
    .getByRole('link', { name: /^Details/ })
    .click();
  await page.getByText('You have another class at this time', { exact: true }).waitFor();
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'waitlist-overlap', 'desktop', true);
  await full.crossed.giveUp();
  await page.getByText('You left the waitlist, since you have another class at that time.').waitFor();
});

describe('the page of a class says kindly', () => {
  it('that it is not open yet', async () => {
    const page = await visit(site, `/waitlist/${unopened.id}`, {
      as: await site.addMember('Early Ed', 1),
      screen: 'phone',
    });
    await page.getByRole('heading', { name: 'This class has spots, and is not open yet' }).waitFor();
    await page.getByText(/^Booking opens \w+ \d+ \w+, 12:00\.$/).waitFor();
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'waitlist-not-open', 'phone');
  });

  it('that the studio has cancelled it', async () => {
    const member = await site.addMember('Can Celia', 1);
    await wait(member, full.cancelled);
    const page = await visit(site, `/waitlist/${full.cancelled.id}`, { as: member });
    await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
    await site.admin.call('DELETE', `/api/admin/classes/${full.cancelled.id}`);
    await page.getByRole('heading', { name: 'The studio has cancelled this class' }).waitFor();
    await page.getByText('The studio cancelled the class.').waitFor();
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'waitlist-cancelled', 'desktop');
  });

  // The last one: it moves the clock on by a day.
  it('that it has begun', async () => {
    const member = await site.addMember('Over Olga', 1);
    await wait(member, full.over);
    await moveClock(site, { advance: 'P1DT9H' });
    const page = await visit(site, `/waitlist/${full.over.id}`, { as: member });
    await page.getByRole('heading', { name: 'This class has begun' }).waitFor();
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'waitlist-begun', 'desktop');
    await page.getByRole('link', { name: 'See the timetable' }).click();
    await page.waitForURL('**/book-classes');
  });
});
