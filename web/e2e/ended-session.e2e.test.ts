import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import {
  fillCard,
  goOffline,
  holdRequests,
  openPurchase,
  type Screen,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const password = 'seaside-7';
// The sign-in over the page hides it from screen readers.
const section = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true, includeHidden: true });
const dialogOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, includeHidden: true });
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Please sign in again' });

/** Ends the member's session once no read of the page is in flight: it would be the first to be refused. */
const endSession = async (page: Page, member: StudioClient): Promise<void> => {
  await waitUntilSettled(page);
  expect((await member.call('POST', '/api/auth/signout')).status).toBe(200);
};

async function signIn(page: Page, email?: string): Promise<void> {
  if (email !== undefined) await question(page).getByLabel('Email').fill(email);
  await question(page).getByLabel('Password', { exact: true }).fill(password);
  await question(page).getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Records the statuses of the answers to a call. */
function recordStatuses(page: Page, method: string, path: string): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === method && new URL(response.url()).pathname === path)
      statuses.push(response.status());
  });
  return statuses;
}

interface Form {
  readonly path: string;
  readonly call: readonly [method: string, path: string];
  /** Opens the form and types into it; returns the field to check again and the button that sends it. */
  readonly fill: (page: Page) => Promise<{ field: Locator; submit: Locator }>;
  readonly value: string;
  /** The title of the toast of a success. */
  readonly done: string;
}

const forms: Readonly<Record<string, Form>> = {
  profile: {
    path: '/account',
    call: ['PUT', '/api/user/profile'],
    value: '07700 900999',
    done: 'Your profile is up to date',
    fill: async (page) => {
      const field = section(page, 'Profile').getByLabel('Phone');
      await field.fill('07700 900999');
      return { field, submit: page.getByRole('button', { name: 'Save profile' }) };
    },
  },
  'health answers': {
    path: '/account',
    call: ['PUT', '/api/user/health'],
    value: 'Left knee',
    done: 'Your instructor will know before',
    fill: async (page) => {
      await page.getByLabel('I have an injury, or had one recently').check();
      const field = page.getByLabel('What should we know about it?');
      await field.fill('Left knee');
      return { field, submit: page.getByRole('button', { name: 'Save health answers' }) };
    },
  },
  password: {
    path: '/account',
    call: ['PUT', '/api/user/password'],
    value: 'harbour-wall-8',
    done: 'Password Changed',
    fill: async (page) => {
      await page.getByLabel('Current password', { exact: true }).fill(password);
      const field = page.getByLabel('New password', { exact: true });
      await field.fill('harbour-wall-8');
      return { field, submit: page.getByRole('button', { name: 'Change password' }) };
    },
  },
  'change of email': {
    path: '/account',
    call: ['POST', '/api/user/email'],
    value: 'new.address@example.com',
    done: 'Check your inbox',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Change email' }).click();
      const dialog = dialogOf(page, 'Change your email');
      const field = dialog.getByLabel('New email');
      await field.fill('new.address@example.com');
      await dialog.getByLabel('Your password').fill(password);
      return { field, submit: dialog.getByRole('button', { name: 'Send the link' }) };
    },
  },
  'deletion of the account': {
    path: '/account',
    call: ['DELETE', '/api/user'],
    value: password,
    done: 'Account Deleted',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = dialogOf(page, 'Delete your account?');
      const field = dialog.getByLabel('Your password');
      await field.fill(password);
      return { field, submit: dialog.getByRole('button', { name: 'Delete My Account' }) };
    },
  },
  payment: {
    path: '/book-classes',
    call: ['POST', '/api/complete-payment'],
    value: '4242 4242 4242 4242',
    done: 'Purchase Successful!',
    fill: async (page) => {
      await openPurchase(page, '5 Class Pass');
      const dialog = dialogOf(page, 'Purchase 5 Class Pass');
      const submit = await fillCard(page, '4242424242424242');
      return { field: dialog.getByLabel('Card number'), submit };
    },
  },
};

describe.each(['phone', 'desktop'] as const)('on a %s', (screen: Screen) => {
  it.each(Object.entries(forms))(
    'the form of the %s goes on, with what was typed, after its member has signed in again',
    async (name, { path, call, fill, value, done }) => {
      const person = `Iris ${name.replaceAll(' ', '')} ${screen}`;
      const member = await site.addMember(person);
      const page = await visit(site, path, { screen, as: member, expectedStatuses: [401] });
      const statuses = recordStatuses(page, ...call);
      const { field, submit } = await fill(page);
      // Reconnecting to live updates makes the page read again, which closes it where nothing is typed.
      await holdRequests(page, '**/api/events');
      await endSession(page, member);
      await submit.click();
      // A password alone is nothing that would have to be thought of again.
      const text =
        name === 'deletion of the account'
          ? 'the page goes on where you were'
          : 'What you typed is still here';
      await question(page).getByText(text).waitFor();
      expect(await question(page).getByLabel('Email').inputValue()).toBe(toEmail(person));
      expect(await field.inputValue()).toBe(value);
      await waitUntilSettled(page);
      expect(await findViolations(page)).toEqual([]);
      await takeScreenshot(page, `ended-session-${name.replaceAll(' ', '-')}`, screen);
      await signIn(page);
      await waitForToast(page, done);
      expect(await question(page).count()).toBe(0);
      expect(statuses).toEqual([401, 200]);
    },
  );
});

it('a member who does not sign in keeps what is typed, and is asked again on the next attempt', async () => {
  const member = await site.addMember('Ida Closes');
  const page = await visit(site, '/account', { as: member, expectedStatuses: [401] });
  const { fill } = forms.profile ?? expect.fail();
  const { field, submit } = await fill(page);
  await endSession(page, member);
  await submit.click();
  await question(page).getByRole('button', { name: 'Close' }).click();
  await waitForFocus(page, submit);
  expect(await field.inputValue()).toBe('07700 900999');
  await submit.click();
  await signIn(page);
  await waitForToast(page, 'Your profile is up to date');
});

it('reads of an ended session leave the form as it is', async () => {
  const member = await site.addMember('Ina Reads');
  const page = await visit(site, '/account', { as: member, expectedStatuses: [0, 401] });
  const { fill } = forms.profile ?? expect.fail();
  const { field, submit } = await fill(page);
  const statuses = recordStatuses(page, 'GET', '/api/user/profile');
  // Reconnecting to live updates makes the page read everything again.
  // The page fetches its lists on the first interaction.
  await page.getByText('This device').waitFor();
  await endSession(page, member);
  await goOffline(page);
  await page.context().setOffline(false);
  // Repeated, because the page reads nothing twice within seconds.
  await waitFor(async () => {
    await page.evaluate('dispatchEvent(new Event("focus"))');
    return statuses.includes(401);
  });
  expect(await question(page).count()).toBe(0);
  expect(await field.inputValue()).toBe('07700 900999');
  await submit.click();
  await signIn(page);
  await waitForToast(page, 'Your profile is up to date');
});

describe('when another member signs in', () => {
  async function signInAsOther(names: [string, string]) {
    const [member, other] = await Promise.all(names.map((name) => site.addMember(name)));
    if (member === undefined || other === undefined) expect.fail();
    const page = await visit(site, '/account', { as: member, expectedStatuses: [401] });
    const statuses = recordStatuses(page, 'PUT', '/api/user/profile');
    const { fill } = forms.profile ?? expect.fail();
    const { field, submit } = await fill(page);
    await endSession(page, member);
    await submit.click();
    await signIn(page, toEmail(names[1]));
    const dialog = page.getByRole('dialog', { name: 'This is another account' });
    await dialog.getByText(`The page belongs to ${toEmail(names[0])}, and nothing was sent.`).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'ended-session-other', 'desktop');
    expect(statuses).toEqual([401]);
    return { page, dialog, field, statuses };
  }

  it('the form waits for its own member', async () => {
    const { page, dialog, field, statuses } = await signInAsOther(['Olga Own', 'Otto Other']);
    await dialog.getByRole('button', { name: 'Sign in as Olga Own' }).click();
    expect(await field.inputValue()).toBe('07700 900999');
    await signIn(page);
    await waitForToast(page, 'Your profile is up to date');
    expect(statuses).toEqual([401, 200]);
  });

  it('the page starts anew with their own data', async () => {
    const { page, dialog, statuses } = await signInAsOther(['Orla Own', 'Oscar Other']);
    await dialog.getByRole('button', { name: 'Discard what I typed' }).click();
    await waitForToast(page, 'Welcome back!');
    const profile = section(page, 'Profile');
    await waitFor(async () => (await profile.getByLabel('Name').inputValue()) === 'Oscar Other');
    expect(await profile.getByLabel('Phone').inputValue()).toBe('07700 900123');
    expect(statuses).toEqual([401]);
  });
});
