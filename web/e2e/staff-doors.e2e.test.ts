import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { studioDatabase } from '#tools/testing/studio-damage.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { focusOn, header, picture, settled, toast, visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ RATE_LIMITS: 'on' });
  // Who teaches nothing has no tab on the instructors' side.
  await site.addClass('10:00');
});
afterAll(() => site?.close());

const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true });
const enter = async (page: Page, password: string) => {
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
};
const gate = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const schedule = (page: Page) => page.getByRole('heading', { name: 'Add New Class' });
const logOut = (page: Page) => header(page).getByRole('button', { name: 'Log Out' }).click();

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const own = page.getByRole('button', { name: 'Use my own account' });
  if ((await own.count()) > 0) await own.click();
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it.each(['phone', 'desktop'] as const)(
  'the gates let in by the password of the role, on a %s',
  async (screen) => {
    const page = await visit(site, '/admin', { screen, refusals: [401] });
    await gate(page, 'Admin Dashboard').waitFor();
    expect(await page.getByRole('button', { name: 'Access Dashboard' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Log Out' }).count()).toBe(0);
    await enter(page, 'let me in');
    await page.getByText('Incorrect password', { exact: true }).waitFor();
    expect(await passwordField(page).inputValue()).toBe('');
    await focusOn(page, passwordField(page));
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'staff-gate', screen);

    await enter(page, 'admin-sandbox');
    await schedule(page).waitFor();
    await page.reload();
    await schedule(page).waitFor();
    // An admin may see the instructors' side; logging out shuts both.
    await page.goto('/classes');
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    await logOut(page);
    await gate(page, 'Instructor Dashboard').waitFor();
    await enter(page, 'instructor-sandbox');
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    // An instructor is no admin.
    await page.goto('/admin');
    await page.getByText('You are signed in as an instructor').waitFor();
    await page.getByRole('button', { name: 'Use my own account' }).click();
    await page.getByLabel('Email').waitFor();
    expect(await findings(page)).toEqual([]);
    await picture(page, 'staff-gate-own', screen);
  },
);

const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));
const invitesTo = async (email: string) =>
  outbox
    .parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json())
    .filter(({ to, kind }) => to === email && kind === 'staff-invite');

async function linkTo(email: string, count: number): Promise<string> {
  await waitFor(async () => (await invitesTo(email)).length === count, { timeout: 20_000 });
  const links = (await invitesTo(email)).flatMap(({ text }) => /\/staff\/join\?token=\S+/.exec(text) ?? []);
  const link = links[0];
  if (link === undefined) throw new Error('The email has no link');
  return link;
}

it.each(['desktop', 'phone'] as const)(
  'someone is invited, joins, works under their own name and is removed, on a %s',
  async (screen) => {
    const email = `ada.lane.${screen}@example.com`;
    const name = `Ada ${screen}`;
    const password = 'seaside-terrace';
    const admin = await visit(site, '/admin?tab=staff', { screen });
    await enter(admin, 'admin-sandbox');
    await admin.getByLabel('Email', { exact: true }).fill(email);
    await admin.getByLabel('Role', { exact: true }).selectOption('admin');
    await admin.getByRole('button', { name: 'Send invitation' }).click();
    await toast(admin, 'Invitation sent');
    await linkTo(email, 1);
    await admin.getByRole('button', { name: `Send again to ${email}` }).click();
    const link = await linkTo(email, 2);

    const ada = await visit(site, link, { screen, refusals: [400, 401] });
    await ada.getByText(email).waitFor();
    await ada.getByLabel('Your name').fill(name);
    await passwordField(ada).fill('too-short');
    await ada.getByLabel('Confirm password').fill(password);
    await ada.getByRole('button', { name: 'Join the team' }).click();
    await ada.getByText('Password must be at least 10 characters').waitFor();
    await passwordField(ada).fill(password);
    expect(await findings(ada)).toEqual([]);
    await picture(ada, 'staff-join', screen);
    await ada.getByRole('button', { name: 'Join the team' }).click();
    await schedule(ada).waitFor();
    await logOut(ada);
    await signIn(ada, email, 'not-my-password');
    await ada.getByText('Please check your email and password.').waitFor();
    await signIn(ada, email.toUpperCase(), password);
    await schedule(ada).waitFor();

    // What Ada does stands under her name.
    const colleague = `bea.${screen}@example.com`;
    await ada.goto('/admin?tab=staff');
    await ada.getByLabel('Email', { exact: true }).fill(colleague);
    await ada.getByRole('button', { name: 'Send invitation' }).click();
    await toast(ada, 'Invitation sent');
    const colleagueRow = ada.getByRole('row').filter({ hasText: colleague });
    await colleagueRow.filter({ hasText: name }).waitFor();
    expect(await ada.getByRole('button', { name: `Remove ${name}` }).count()).toBe(0);
    await ada
      .getByRole('row')
      .filter({ hasText: `${name} (you)` })
      .waitFor();

    await admin.reload();
    const tries = admin.getByRole('table', { name: 'Sign-ins' });
    await tries.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Wrong password' }).waitFor();
    await tries.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Signed in' }).first().waitFor();
    await settled(admin);
    expect(await findings(admin)).toEqual([]);
    await picture(admin, 'admin-staff', screen, true);

    // Her new role shuts the admin side at once.
    await admin.getByRole('button', { name: `Change role of ${name}` }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Role', { exact: true }).selectOption('instructor');
    await dialog.getByRole('button', { name: 'Save role' }).click();
    await toast(admin, 'Role changed');
    await ada.reload();
    await gate(ada, 'Admin Dashboard').waitFor();
    await signIn(ada, email, password);
    await ada.getByText('You are signed in as an instructor').waitFor();
    await ada.goto('/classes');
    await ada.getByRole('link', { name: 'Marina Hale' }).waitFor();
    await header(ada)
      .getByRole('button', { name: `${name}: change my password` })
      .click();
    await ada.getByLabel('Current password').fill(password);
    await ada.getByLabel('New password').fill('another-terrace');
    await ada.getByRole('button', { name: 'Change password' }).click();
    await toast(ada, 'Password changed');

    await admin.getByRole('button', { name: `Remove ${name}` }).click();
    await dialog.getByText(`${name} can no longer sign in`).waitFor();
    await picture(admin, 'admin-staff-remove', screen);
    await dialog.getByRole('button', { name: 'Remove account' }).click();
    await toast(admin, 'Removed');
    await admin.getByRole('row').filter({ hasText: email }).filter({ hasText: 'Removed' }).waitFor();
    await ada.reload();
    await gate(ada, 'Instructor Dashboard').waitFor();
    await signIn(ada, email, 'another-terrace');
    await ada.getByText('Please check your email and password.').waitFor();
    // The link is used.
    await ada.goto(link);
    await ada.getByText('This invitation does not work').waitFor();
  },
);

/** As if all tries had been 16 minutes earlier: doors go by the machine's clock, which no test moves. */
async function ageTries(): Promise<void> {
  const database = new pg.Client({ connectionString: await studioDatabase(site.dataDir) });
  await database.connect();
  await database.query("UPDATE password_tries SET at = at - interval '16 minutes'");
  await database.end();
}

it('shuts who guesses too often out for a quarter of an hour', async () => {
  const page = await visit(site, '/admin', { refusals: [401, 429] });
  const shut = page.getByText(/^Too many wrong passwords\. Please try again in \d+ minutes?\.$/);
  const wrong = page.getByText('Incorrect password', { exact: true });
  for (let tries = 0; tries < 11 && (await shut.count()) === 0; tries += 1) {
    await enter(page, `guess ${tries}`);
    await shut.or(wrong).waitFor();
  }
  await shut.waitFor();
  await enter(page, 'admin-sandbox');
  await shut.waitFor();
  await picture(page, 'staff-gate-shut', 'desktop');
  await ageTries();
  await enter(page, 'admin-sandbox');
  await schedule(page).waitFor();
});
