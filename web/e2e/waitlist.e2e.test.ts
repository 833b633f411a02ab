import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import {
  findClass,
  type Screen,
  tabTo,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForFocus,
  waitForOwnEntry,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';
import {
  addFullClass,
  joinWaitlist,
  matchOfferEnd,
  startMorning,
  waitForEmailLink,
} from './waitlist.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());
beforeEach(() => startMorning(site));

const matchReservation = () => matchOfferEnd(site, 'A spot is kept for you until');

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('a member joins the waitlist of a full class, sees their position, and leaves it', async () => {
    const scheduled = await addFullClass(site, 2, screen === 'phone' ? '18:00' : '18:15');
    await joinWaitlist(await site.addMember(`First ${screen}`, 1), scheduled);
    const page = await visit(site, '/book-classes', {
      screen,
      as: await site.addMember(`Second ${screen}`, 1),
    });
    const card = await findClass(page, scheduled);
    await card.getByText('1 on waitlist').waitFor();
    await card.getByText('Fully Booked').waitFor();
    await card.getByRole('button', { name: 'Join Waitlist' }).click();
    expect(await waitForToast(page, 'Added to Waitlist')).toContain(
      "You'll be notified if a spot becomes available.",
    );
    await card.getByText('You are 2nd in line').waitFor();
    await card.getByText('2 on waitlist').waitFor();
    await card.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'waitlist-joined', screen);
    expect(await findViolations(page)).toEqual([]);

    await card.getByRole('link', { name: 'You are 2nd in line' }).click();
    await page.getByRole('heading', { level: 2, name: 'You are 2nd in line' }).waitFor();
    await page.getByText('You joined the waitlist.').waitFor();
    await takeScreenshot(page, 'waitlist-waiting', screen, true);
    expect(await findViolations(page)).toEqual([]);
    await page.goBack();
    await (await findClass(page, scheduled)).getByRole('button', { name: 'Leave Waitlist' }).click();
    await waitForToast(page, 'Removed from Waitlist');
    await card.getByText('1 on waitlist').waitFor();
    await card.getByRole('button', { name: 'Join Waitlist' }).waitFor();
  });

  it('a member takes an offered spot on the page that the email links to', async () => {
    const scheduled = await addFullClass(site, 1, screen === 'phone' ? '08:00' : '08:15');
    const member = await site.addMember(`Claimer ${screen}`, 1);
    await joinWaitlist(member, scheduled);
    const page = await visit(site, `/waitlist/${scheduled.id}`, { screen, as: member });
    await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
    const reservation = await matchReservation();
    await scheduled.freeSeat();
    await page.getByRole('heading', { level: 2, name: reservation }).waitFor();
    await page.getByText(/minutes left$/).waitFor();
    await page.getByText('no pass comes back if you cancel later').waitFor();
    await page.getByText('It takes 1 pass, from your 5 Class Pass (5 passes left').waitFor();
    await page.getByText('A spot came free and was offered to you.').waitFor();
    await takeScreenshot(page, 'waitlist-offered', screen, true);
    expect(await findViolations(page)).toEqual([]);

    await page.goto('/book-classes');
    const card = await findClass(page, scheduled);
    await card.getByText(reservation).waitFor();
    await card.getByRole('button', { name: 'Take the Spot' }).waitFor();
    await card.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'waitlist-offered-card', screen);
    expect(await findViolations(page)).toEqual([]);

    const link = await waitForEmailLink(site, `Claimer ${screen}`, /^A spot is yours until/);
    expect(link).toBe(`/waitlist/${scheduled.id}`);
    await page.goto(link);
    await page.getByRole('button', { name: 'Take the spot' }).click();
    expect(await waitForToast(page, 'Class Booked!')).toContain('You have 4 passes remaining.');
    await page.getByRole('heading', { level: 2, name: 'You have a place in this class' }).waitFor();
    await takeScreenshot(page, 'waitlist-claimed', screen, true);
    expect(await findViolations(page)).toEqual([]);
  });
});

it('books the first on the waitlist when a seat comes free early, and shows it without a reload', async () => {
  const scheduled = await addFullClass(site, 2, '18:45');
  const member = await site.addMember('Early Erin', 1);
  await joinWaitlist(member, scheduled);
  const page = await visit(site, '/book-classes', { as: member });
  const card = await findClass(page, scheduled);
  await card.getByText('You are 1st in line').waitFor();
  await scheduled.freeSeat();
  await card.getByText('Booked', { exact: true }).waitFor();
  await waitForBadge(page, 'Passes 4');
  expect(await waitForEmailLink(site, 'Early Erin', /^You got a spot/)).toBe('/my-classes');
  await page.goto(`/waitlist/${scheduled.id}`);
  await page.getByRole('heading', { level: 2, name: 'You have a place in this class' }).waitFor();
  await page.getByText('You were given a place in the class.').waitFor();
});

it('explains to a member without a pass that they were skipped, and links to the shop', async () => {
  const scheduled = await addFullClass(site, 2, '19:00');
  const empty = await site.addMember('Empty Emma');
  await joinWaitlist(empty, scheduled);
  await joinWaitlist(await site.addMember('Next Nora', 1), scheduled);
  const page = await visit(site, `/waitlist/${scheduled.id}`, { as: empty });
  await page.getByText('You have no pass for this class').waitFor();
  await scheduled.freeSeat();
  await page.getByText('You were skipped, since you had no pass', { exact: true }).waitFor();
  await page.getByText('A spot came free, and you were skipped, since you had no pass.').waitFor();
  await page.getByText('Someone who was waiting was given a place.').waitFor();
  await takeScreenshot(page, 'waitlist-skipped', 'desktop', true);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Buy Passes' }).first().click();
  await page.waitForURL('**/book-classes');
});

it('asks a visitor to sign in, on the card and on the page of the class', async () => {
  const scheduled = await addFullClass(site, 2, '18:30');
  const page = await visit(site, '/book-classes', { screen: 'phone' });
  const card = await findClass(page, scheduled);
  await card.getByText('0 on waitlist').waitFor();
  await card.getByRole('button', { name: 'Sign In to Join Waitlist' }).click();
  await page.getByRole('dialog', { name: 'Create your account' }).getByLabel('Close').click();
  await waitForOwnEntry(page);
  await page.goto(`/waitlist/${scheduled.id}`);
  await page.getByText('Sign in to see your place in line').waitFor();
  await waitUntilSettled(page);
  await takeScreenshot(page, 'waitlist-visitor', 'phone', true);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/waitlist/${scheduled.id}`);
});

it('shows a message for a class that does not exist', async () => {
  const page = await visit(site, '/waitlist/2147483647', { expectedStatuses: [404] });
  await page.getByText('We could not find this class').waitFor();
  await page.goto('/waitlist/nonsense');
  await page.getByText('We could not find this class').waitFor();
});

it('shows the classes of a day when their waitlists fail to load', async () => {
  const scheduled = await addFullClass(site, 2, '19:15');
  const page = await visit(site, '/', { as: await site.addMember('Cut Cora'), expectedStatuses: [0] });
  await page.route('**/api/waitlist?date=*', (route) => route.abort());
  const card = await findClass(page, scheduled);
  await card.getByText('0 on waitlist').waitFor();
  await page.route('**/api/waitlist', (route) => route.abort());
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await waitForToast(page, 'Failed to Join Waitlist');
});

it('offers the spot to the next member when the first declines it by keyboard', async () => {
  const scheduled = await addFullClass(site, 1, '08:30');
  const first = await site.addMember('Polite Pia', 1);
  const second = await site.addMember('Patient Pam', 1);
  await joinWaitlist(first, scheduled);
  await joinWaitlist(second, scheduled);
  await scheduled.freeSeat();
  const next = await visit(site, `/waitlist/${scheduled.id}`, { as: second });
  await next.getByRole('heading', { level: 2, name: 'You are 2nd in line' }).waitFor();
  await next.getByText('offered to someone ahead of you').waitFor();
  const page = await visit(site, `/waitlist/${scheduled.id}`, { as: first });
  const decline = page.getByRole('button', { name: 'No, thank you' });
  await decline.waitFor();
  await tabTo(page, decline);
  const reservation = await matchReservation();
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Removed from Waitlist');
  await page.getByRole('heading', { level: 2, name: 'You are not on the waitlist of this class' }).waitFor();
  await waitForFocus(page, page.getByRole('heading', { level: 2 }).first());
  await next.getByRole('heading', { level: 2, name: reservation }).waitFor();
});

it('shows that an offer has lapsed, and that the spot was offered to another member', async () => {
  const scheduled = await addFullClass(site, 1, '08:45');
  const first = await site.addMember('Late Lena', 1);
  const second = await site.addMember('Quick Quin', 1);
  await joinWaitlist(first, scheduled);
  await joinWaitlist(second, scheduled);
  const reservation = await matchReservation();
  await scheduled.freeSeat();
  const page = await visit(site, `/waitlist/${scheduled.id}`, { as: first });
  await page.getByRole('heading', { level: 2, name: reservation }).waitFor();
  await site.moveClock({ advance: 'PT35M' });
  await page.getByText('The time to take your spot is over').waitFor();
  await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
  await page.getByText('offered to someone else in line').waitFor();
  expect(await page.getByRole('button', { name: 'Take the spot' }).count()).toBe(0);
  await takeScreenshot(page, 'waitlist-lapsed', 'desktop', true);
  expect(await findViolations(page)).toEqual([]);
});

it('notifies every waiting member in the last two hours: first come, first served', async () => {
  const scheduled = await addFullClass(site, 0, '12:40');
  const member = await site.addMember('Told Tess', 1);
  await joinWaitlist(member, scheduled);
  const page = await visit(site, `/waitlist/${scheduled.id}`, { screen: 'phone', as: member });
  await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
  await site.moveClock({ now: `${scheduled.date}T11:00:00.000Z` });
  await scheduled.freeSeat();
  await page.getByRole('heading', { level: 2, name: /first come, first served/ }).waitFor();
  await takeScreenshot(page, 'waitlist-told', 'phone', true);
  expect(await findViolations(page)).toEqual([]);
  expect(await waitForEmailLink(site, 'Told Tess', /^There is a spot/)).toBe(`/waitlist/${scheduled.id}`);
  await page.goto('/book-classes');
  // The timetable opens on today.
  const card = page.getByRole('article', { name: scheduled.time });
  await card.getByText('First come, first served').waitFor();
  await card.getByRole('link', { name: 'you are on the waitlist' }).click();
  await page.getByRole('button', { name: 'Book Now' }).click();
  await waitForToast(page, 'Class Booked!');
  await page.getByRole('link', { name: 'My Classes' }).last().click();
  await page.waitForURL('**/my-classes');
});
