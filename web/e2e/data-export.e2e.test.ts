import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { inviteAnswer } from '#services/contract/staff.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin, visitWithStaffSession } from './staff.fixture.ts';
import { type Screen, takeScreenshot, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const outbox = z.array(z.object({ text: z.string() }));

/** Signs in an admin with an account of their own. */
async function joinAsAdmin(email: string): Promise<string> {
  await site.admin.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role: 'admin' });
  const token = await waitFor(
    async () => {
      const mails = await fetch(`${site.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
      const [mail] = outbox.parse(await mails.json());
      return /\/staff\/join\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
    },
    { what: 'the invitation' },
  );
  const visitor = new StudioClient(site.base);
  const form = { token, name: 'Olive Owner', password: 'seaside-terrace' };
  return (await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/staff/join', form)).token;
}

it.each<Screen>(['desktop', 'phone'])('says who may take all data along, on a %s', async (screen) => {
  const page = await visitAsAdmin(site, '/admin?tab=settings', screen, [409]);
  const panel = page.getByRole('region', { name: 'All data' });
  await panel.getByRole('button', { name: 'Download all data' }).click();
  await panel.getByText('Sign in with an account of your own').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await panel.scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'data-export', screen);
});

it('downloads all data by keyboard', async () => {
  const token = await joinAsAdmin('olive@example.com');
  const page = await visitWithStaffSession(site, '/admin?tab=settings', { token, role: 'admin' });
  const button = page.getByRole('button', { name: 'Download all data' });
  await button.waitFor();
  await page.getByRole('region', { name: 'Rules' }).getByRole('button').first().waitFor();
  await button.focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('studio-data.zip');
  await waitForToast(page, 'Download complete');
});
