import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import {
  badgeReads,
  findClass,
  focusOn,
  picture,
  type Screen,
  settled,
  tabTo,
  toast,
  visit,
} from './visit.fixture.ts';
import { type FullClass, fill, linkInEmail, moveClock, nextMorning, wait } from './waitlist.fixture.ts';

// The clock goes on while the tests run.
const reservedUntil = /^A spot is kept for you until 1[01]:[345]\d$/;

let site: Site;
let full: Record<keyof typeof times, FullClass>;

// Days after the morning at 10:00 to which the clock is set, and the time of the class.
const times = {
  joinPhone: [2, '18:00'],
  joinDesktop: [2, '18:15'],
  visitor: [2, '18:30'],
  freed: [2, '18:45'],
  skipped: [2, '19:00'],
  claimPhone: [1, '08:00'],
  claimDesktop: [1, '08:15'],
  declined: [1, '08:30'],
  lapsed: [1, '08:45'],
  told: [0, '12:40'],
} as const;

beforeAll(async () => {
  site = await openSite();
  const morning = nextMorning();
  const add = ([days, time]: readonly [number, string]): Promise<TimetableClass> =>
    site.addClass(time, { days: morning.days + days, maxCapacity: 1 });
  // Before the clock moves: staff are signed in for a day.
  const classes = {
    joinPhone: await add(times.joinPhone),
    joinDesktop: await add(times.joinDesktop),
    visitor: await add(times.visitor),
    freed: await add(times.freed),
    skipped: await add(times.skipped),
    claimPhone: await add(times.claimPhone),
    claimDesktop: await add(times.claimDesktop),
    declined: await add(times.declined),
    lapsed: await add(times.lapsed),
    told: await add(times.told),
  };
  await moveClock(site, { now: morning.instant });
  const rival = await site.addMember('Rival Rhea', 2);
  full = {
    joinPhone: await fill(rival, classes.joinPhone),
    joinDesktop: await fill(rival, classes.joinDesktop),
    visitor: await fill(rival, classes.visitor),
    freed: await fill(rival, classes.freed),
    skipped: await fill(rival, classes.skipped),
    claimPhone: await fill(rival, classes.claimPhone),
    claimDesktop: await fill(rival, classes.claimDesktop),
    declined: await fill(rival, classes.declined),
    lapsed: await fill(rival, classes.lapsed),
    told: await fill(rival, classes.told),
  };
});
afterAll(() => site?.close());

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('a member joins the line of a full class, sees their place, and leaves it', async () => {
    const scheduled = screen === 'phone' ? full.joinPhone : full.joinDesktop;
    await wait(await site.addMember(`First ${screen}`, 1), scheduled);
    const page = await visit(site, '/book-classes', {
      screen,
      as: await site.addMember(`Second ${screen}`, 1),
    });
    const card = await findClass(page, scheduled);
    await card.getByText('1 on waitlist').waitFor();
    await card.getByText('Fully Booked').waitFor();
    await card.getByRole('button', { name: 'Join Waitlist' }).click();
    expect(await toast(page, 'Added to Waitlist')).toContain(
      "You'll be notified if a spot becomes available.",
    );
    await card.getByText('You are 2nd in line').waitFor();
    await card.getByText('2 on waitlist').waitFor();
    await card.scrollIntoViewIfNeeded();
    await picture(page, 'waitlist-joined', screen);
    expect(await findings(page)).toEqual([]);

    await card.getByRole('link', { name: 'You are 2nd in line' }).click();
    await page.getByRole('heading', { level: 2, name: 'You are 2nd in line' }).waitFor();
    await page.getByText('You joined the waitlist.').waitFor();
    await picture(page, 'waitlist-waiting', screen, true);
    expect(await findings(page)).toEqual([]);
    await page.goBack();
    await (await findClass(page, scheduled)).getByRole('button', { name: 'Leave Waitlist' }).click();
    await toast(page, 'Removed from Waitlist');
    await card.getByText('1 on waitlist').waitFor();
    await card.getByRole('button', { name: 'Join Waitlist' }).waitFor();
  });

  it('a spot that is offered is taken on the page that the email leads to', async () => {
    const scheduled = screen === 'phone' ? full.claimPhone : full.claimDesktop;
    const member = await site.addMember(`Claimer ${screen}`, 1);
    await wait(member, scheduled);
    const page = await visit(site, `/waitlist/${scheduled.id}`, { screen, as: member });
    await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
    await scheduled.giveUp();
    // The page hears of it by itself.
    await page.getByRole('heading', { level: 2, name: reservedUntil }).waitFor();
    await page.getByText(/minutes left$/).waitFor();
    await page.getByText('no pass comes back if you cancel later').waitFor();
    await page.getByText('It takes 1 pass, from your 5 Class Pass (5 passes left').waitFor();
    await page.getByText('A spot came free and was offered to you.').waitFor();
    await picture(page, 'waitlist-offered', screen, true);
    expect(await findings(page)).toEqual([]);

    await page.goto('/book-classes');
    const card = await findClass(page, scheduled);
    await card.getByText(reservedUntil).waitFor();
    await card.getByRole('button', { name: 'Take the Spot' }).waitFor();
    await card.scrollIntoViewIfNeeded();
    await picture(page, 'waitlist-offered-card', screen);
    expect(await findings(page)).toEqual([]);

    const link = await linkInEmail(site, `Claimer ${screen}`, /^A spot is yours until/);
    expect(link).toBe(`/waitlist/${scheduled.id}`);
    await page.goto(link);
    await page.getByRole('button', { name: 'Take the spot' }).click();
    expect(await toast(page, 'Class Booked!')).toContain('You have 4 passes remaining.');
    await page.getByRole('heading', { level: 2, name: 'You have a place in this class' }).waitFor();
    await picture(page, 'waitlist-claimed', screen, true);
    expect(await findings(page)).toEqual([]);
  });
});

it('books the first in line when a seat comes free early, and the page shows it by itself', async () => {
  const member = await site.addMember('Early Erin', 1);
  await wait(member, full.freed);
  const page = await visit(site, '/book-classes', { as: member });
  const card = await findClass(page, full.freed);
  await card.getByText('You are 1st in line').waitFor();
  await full.freed.giveUp();
  await card.getByText('Booked', { exact: true }).waitFor();
  await badgeReads(page, 'Passes 4');
  expect(await linkInEmail(site, 'Early Erin', /^You got a spot/)).toBe('/my-classes');
  await page.goto(`/waitlist/${full.freed.id}`);
  await page.getByRole('heading', { level: 2, name: 'You have a place in this class' }).waitFor();
  await page.getByText('You were given a place in the class.').waitFor();
});

it('tells who has no pass that they were skipped, and where to get one', async () => {
  const empty = await site.addMember('Empty Emma');
  await wait(empty, full.skipped);
  await wait(await site.addMember('Next Nora', 1), full.skipped);
  const page = await visit(site, `/waitlist/${full.skipped.id}`, { as: empty });
  await page.getByText('You have no pass for this class').waitFor();
  await full.skipped.giveUp();
  await page.getByText('You were skipped, since you had no pass', { exact: true }).waitFor();
  await page.getByText('A spot came free, and you were skipped, since you had no pass.').waitFor();
  await page.getByText('Someone who was waiting was given a place.').waitFor();
  await picture(page, 'waitlist-skipped', 'desktop', true);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Buy Passes' }).first().click();
  await page.waitForURL('**/book-classes');
});

it('asks a visitor to sign in, on the card and on the page of the email', async () => {
  const page = await visit(site, '/book-classes', { screen: 'phone' });
  const card = await findClass(page, full.visitor);
  await card.getByText('0 on waitlist').waitFor();
  await card.getByRole('button', { name: 'Sign In to Join Waitlist' }).click();
  await page.getByRole('dialog', { name: 'Create your account' }).getByLabel('Close').click();
  await page.goto(`/waitlist/${full.visitor.id}`);
  await page.getByText('Sign in to see your place in line').waitFor();
  await settled(page);
  await picture(page, 'waitlist-visitor', 'phone', true);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/waitlist/${full.visitor.id}`);
});

it('says kindly that there is no such class', async () => {
  const page = await visit(site, '/waitlist/2147483647', { refusals: [404] });
  await page.getByText('We could not find this class').waitFor();
  await page.goto('/waitlist/nonsense');
  await page.getByText('We could not find this class').waitFor();
});

it('keeps the day readable when the lines cannot be read', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Cut Cora'), refusals: [0] });
  await page.route('**/api/waitlist?date=*', (route) => route.abort());
  const card = await findClass(page, full.visitor);
  await card.getByText('0 on waitlist').waitFor();
  await page.route('**/api/waitlist', (route) => route.abort());
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await toast(page, 'Failed to Join Waitlist');
});

it('gives the spot to the next when the first says no, with the keyboard alone', async () => {
  const first = await site.addMember('Polite Pia', 1);
  const second = await site.addMember('Patient Pam', 1);
  await wait(first, full.declined);
  await wait(second, full.declined);
  await full.declined.giveUp();
  const next = await visit(site, `/waitlist/${full.declined.id}`, { as: second });
  await next.getByRole('heading', { level: 2, name: 'You are 2nd in line' }).waitFor();
  await next.getByText('offered to someone ahead of you').waitFor();
  const page = await visit(site, `/waitlist/${full.declined.id}`, { as: first });
  const no = page.getByRole('button', { name: 'No, thank you' });
  await no.waitFor();
  await tabTo(page, no);
  await page.keyboard.press('Enter');
  await toast(page, 'Removed from Waitlist');
  await page.getByRole('heading', { level: 2, name: 'You are not on the waitlist of this class' }).waitFor();
  await focusOn(page, page.getByRole('heading', { level: 2 }).first());
  await next.getByRole('heading', { level: 2, name: reservedUntil }).waitFor();
});

it('says kindly that the time to take a spot is over, and shows where it went', async () => {
  const first = await site.addMember('Late Lena', 1);
  const second = await site.addMember('Quick Quin', 1);
  await wait(first, full.lapsed);
  await wait(second, full.lapsed);
  await full.lapsed.giveUp();
  const page = await visit(site, `/waitlist/${full.lapsed.id}`, { as: first });
  await page.getByRole('heading', { level: 2, name: reservedUntil }).waitFor();
  await moveClock(site, { advance: 'PT35M' });
  await page.getByText('The time to take your spot is over').waitFor();
  await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
  await page.getByText('offered to someone else in line').waitFor();
  expect(await page.getByRole('button', { name: 'Take the spot' }).count()).toBe(0);
  await picture(page, 'waitlist-lapsed', 'desktop', true);
  expect(await findings(page)).toEqual([]);
});

it('tells everyone in the last two hours: first come, first served', async () => {
  const member = await site.addMember('Told Tess', 1);
  await wait(member, full.told);
  const page = await visit(site, `/waitlist/${full.told.id}`, { screen: 'phone', as: member });
  await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
  await moveClock(site, { now: `${full.told.date}T11:00:00.000Z` });
  await full.told.giveUp();
  await page.getByRole('heading', { level: 2, name: /first come, first served/ }).waitFor();
  await picture(page, 'waitlist-told', 'phone', true);
  expect(await findings(page)).toEqual([]);
  expect(await linkInEmail(site, 'Told Tess', /^There is a spot/)).toBe(`/waitlist/${full.told.id}`);
  await page.goto('/book-classes');
  // Today's, which the timetable opens on.
  const card = page.getByRole('article', { name: full.told.time });
  await card.getByText('First come, first served').waitFor();
  await card.getByRole('link', { name: 'you are on the waitlist' }).click();
  await page.getByRole('button', { name: 'Book Now' }).click();
  await toast(page, 'Class Booked!');
  await page.getByRole('link', { name: 'My Classes' }).last().click();
  await page.waitForURL('**/my-classes');
});
