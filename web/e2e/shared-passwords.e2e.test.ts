import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { inviteAnswer } from '#services/contract/staff.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import { visitWithStaffSession } from './staff.fixture.ts';
import { takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
const screens = ['desktop', 'phone'] as const;
/** An admin with an account for each screen, since a switch-off ends the session of the site's own. */
const admins = new Map<string, NamedAdmin>();
beforeAll(async () => {
  site = await openSite();
  for (const screen of screens) admins.set(screen, await addAdmin(`Ada ${screen}`, site.admin));
});
afterAll(() => site?.close());

const password = 'seaside-terrace-7';
const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));
const tokenAnswer = z.object({ token: z.string() });

interface NamedAdmin {
  readonly staffId: string;
  readonly name: string;
  readonly client: StudioClient;
}

async function readInvitation(email: string): Promise<string | undefined> {
  const emails = outbox.parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json());
  const invitation = emails.find(({ to, kind }) => to === email && kind === 'staff-invite');
  return /\/staff\/join\?token=(\S+)/.exec(invitation?.text ?? '')?.[1];
}

async function addAdmin(name: string, inviter: StudioClient): Promise<NamedAdmin> {
  const email = toEmail(name);
  const invited = { email, role: 'admin' };
  const { staffId } = await inviter.expect(inviteAnswer, 'POST', '/api/admin/staff', invited);
  await waitFor(async () => (await readInvitation(email)) !== undefined);
  const visitor = new StudioClient(site.base);
  const form = { token: await readInvitation(email), name, password };
  const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/staff/join', form);
  return { staffId, name, client: new StudioClient(site.base, token) };
}

async function setSharedPasswords(page: Page, value: 'on' | 'off'): Promise<void> {
  await page.getByLabel('Shared passwords, Now').selectOption(value);
  await page.getByRole('button', { name: 'Save Shared passwords' }).click();
  // By its text, because the message of an earlier change may still be shown.
  await waitForToast(page, `Shared passwords: ${value}.`);
}

it.each(screens)('an admin switches the shared passwords off, on a %s', async (screen) => {
  const ada = admins.get(screen);
  if (ada === undefined) throw new Error('There is no admin');
  const instructor = await visit(site, '/classes', { screen, expectedStatuses: [401, 403] });
  await instructor.getByLabel('Password', { exact: true }).fill('instructor-sandbox');
  await instructor.getByRole('button', { name: 'Access Dashboard' }).click();
  await instructor.getByRole('button', { name: 'Log Out' }).waitFor();

  const session = { token: ada.client.token, role: 'admin' } as const;
  const settings = await visitWithStaffSession(site, '/admin?tab=settings', session, { screen });
  await setSharedPasswords(settings, 'off');
  await waitUntilSettled(settings);
  expect(await findViolations(settings)).toEqual([]);
  await takeScreenshot(settings, 'admin-settings-shared-passwords', screen, true);

  await instructor.reload();
  await instructor.getByText('Sign in with the account that you made from your invitation.').waitFor();
  await instructor.getByLabel('Email').waitFor();
  expect(await instructor.getByRole('button', { name: 'Use the shared password' }).count()).toBe(0);
  await waitUntilSettled(instructor);
  expect(await findViolations(instructor)).toEqual([]);
  await takeScreenshot(instructor, 'staff-gate-accounts-only', screen);
  await instructor.getByLabel('Email').fill(toEmail(ada.name));
  await instructor.getByLabel('Password', { exact: true }).fill(password);
  await instructor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await instructor.getByRole('button', { name: 'Log Out' }).waitFor();

  await setSharedPasswords(settings, 'on');
  const gate = await visit(site, '/classes', { screen });
  await gate.getByRole('button', { name: 'Access Dashboard' }).waitFor();
});

it.each(screens)(
  'the list of staff shows an invitation that ended with its inviter, on a %s',
  async (screen) => {
    const ada = admins.get(screen);
    if (ada === undefined) throw new Error('There is no admin');
    const bea = await addAdmin(`Bea ${screen}`, ada.client);
    const invited = toEmail(`Cleo ${screen}`);
    const body = { email: invited, role: 'auditor' };
    await bea.client.expect(inviteAnswer, 'POST', '/api/admin/staff', body);
    expect((await ada.client.call('DELETE', `/api/admin/staff/${bea.staffId}`)).status).toBe(200);

    const session = { token: ada.client.token, role: 'admin' } as const;
    const page = await visitWithStaffSession(site, '/admin?tab=staff', session, { screen });
    const row = page.getByRole('row').filter({ hasText: invited });
    await row.getByText('Invitation ended').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'admin-staff-invitation-ended', screen, true);
    await page.getByRole('button', { name: `Send again to ${invited}` }).click();
    await waitForToast(page, 'Invitation sent');
    await row.getByText('Invited', { exact: true }).waitFor();
  },
);
