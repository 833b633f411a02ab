import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, formatCalendarDay, toLondonDay } from '#domain/london-time.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { readDatabaseUrl } from '#tools/testing/studio-damage.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { checkPage } from './check-page.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, tabTo, visit, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const today = toLondonDay(new Date());
const american = (days: number) => formatCalendarDay(addDaysToDay(today, days), 'M/d/yyyy');

/** A day this year or next that can be read in two ways. */
const ambiguous = `4/5/${Number(today.slice(0, 4)) + 2}`;

/** Chooses a small export like Mindbody's, with broken lines and a pass of another name. */
async function chooseFiles(page: Page, tag: string): Promise<void> {
  const members = [
    'First Name,Last Name,Email,Mobile Phone,Send Promotional Emails',
    `Mia,Moves,mia.${tag}@example.com,07700 900321,True`,
    `Max,Moves,max.${tag}@example.com,,False`,
    `=1+1,Formula,sum.${tag}@example.com,,False`,
  ];
  const passes = [
    'Email,Pricing Option,Count,Remaining,Sale Date,Expiration Date,Amount',
    `mia.${tag}@example.com,10 Class Pass,10,7,${american(-20)},${ambiguous},170.00`,
    `max.${tag}@example.com,Class Card of Five,5,2,${american(-20)},${american(40)},95.00`,
    `max.${tag}@example.com,10 Class Pass,10,-2,${american(-20)},${american(40)},170.00`,
  ];
  const toFile = (name: string, lines: readonly string[]) => ({
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\r\n')}\r\n`) },
  });
  await page.getByLabel('Members (CSV)').setInputFiles(toFile('clients.csv', members));
  await page.getByLabel('Passes (CSV)').setInputFiles(toFile('services.csv', passes));
}

const password = 'seaside-terrace-7';
const outbox = z.array(z.object({ kind: z.string(), text: z.string() }));
const readMails = async (to: string) => {
  const answer = await fetch(`${site.base}/sandbox/outbox.json?to=${encodeURIComponent(to)}`);
  return outbox.parse(await answer.json());
};

async function signIn(email: string): Promise<StudioClient> {
  const visitor = new StudioClient(site.base);
  const shape = z.object({ token: z.string() });
  const { token } = await visitor.expect(shape, 'POST', '/api/auth/signin', { email, password });
  return new StudioClient(site.base, token);
}

it.each<Screen>(['desktop', 'phone'])(
  'brings members over after their lines are seen, and invites them, on a %s',
  async (screen) => {
    const tag = `${screen}.move`;
    const system = `Mindbody ${screen}`;
    const page = await visitAsAdmin(site, '/admin?tab=settings', screen);
    await page.getByRole('link', { name: 'Import members' }).click();
    await page.getByText('No imports yet.').or(page.getByRole('article')).first().waitFor();
    if (screen === 'desktop') await checkPage(page, 'import-empty', screen);
    await chooseFiles(page, tag);
    const form = page.getByRole('form', { name: 'Files of another system' });
    await form.getByLabel('Its name').fill(system);
    await tabTo(page, form.getByRole('button', { name: 'Check the files' }));
    await page.keyboard.press('Enter');

    await form.getByText('What do the dates mean?').waitFor();
    // The month first, as Americans write.
    await form.getByRole('radio').nth(1).check();
    await form.getByLabel('Class Card of Five').selectOption('5 Class Pass');
    await checkPage(page, 'import-questions', screen);
    await tabTo(page, form.getByRole('button', { name: 'Check again' }));
    await page.keyboard.press('Enter');
    const refused = page.getByRole('region', { name: 'Refused lines' });
    await refused.getByText('The number of classes left is negative.').waitFor();
    await refused.getByText('members.csv, line 4').waitFor();
    await checkPage(page, 'import-dry-run', screen);

    await tabTo(page, form.getByRole('button', { name: 'Bring them over' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Bring over 2 members with 2 passes?' });
    await question.getByRole('button', { name: 'Bring them over' }).click();
    await waitForToast(page, 'Import begun');
    const card = page.getByRole('article', { name: `From ${system}` });
    await card.getByText('Done').waitFor();
    await card.getByText('2 new members, 0 who were here').waitFor();
    await checkPage(page, 'import-done', screen);
    expect(await readMails(`mia.${tag}@example.com`)).toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Certificate' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^import-[0-9a-f]{24}\.json$/);

    await card.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await waitForToast(page, 'Invitations are on their way');
    const [mail] = await waitFor(async () => {
      const mails = await readMails(`mia.${tag}@example.com`);
      const invitations = mails.filter(({ kind }) => kind === 'import-invite');
      return invitations.length > 0 && invitations;
    });
    const link = /\/reset-password\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const member = await visit(site, link, { screen });
    await member.getByLabel('New password', { exact: true }).fill(password);
    await member.getByLabel('Confirm new password').fill(password);
    await member.keyboard.press('Enter');
    await waitForToast(member, 'Password Reset Successfully');
    const passes = await visit(site, '/my-passes', { screen, as: await signIn(`mia.${tag}@example.com`) });
    await passes.getByText(`Brought over from ${system}, 7 of 10`).waitFor();
    await checkPage(passes, 'my-passes-brought', screen);
  },
);

/** Loses the lines of imports that begin while `work` runs, as a database does that is restored from a dump of before. */
async function loseLinesDuring(work: () => Promise<void>): Promise<void> {
  const database = new pg.Client({ connectionString: await readDatabaseUrl(site.dataDir) });
  await database.connect();
  await database.query(`
    CREATE FUNCTION lose_lines() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER lose_lines BEFORE INSERT ON import_work FOR EACH ROW EXECUTE FUNCTION lose_lines();`);
  try {
    await work();
  } finally {
    await database.query('DROP TRIGGER lose_lines ON import_work; DROP FUNCTION lose_lines');
    await database.end();
  }
}

it.each<Screen>(['desktop', 'phone'])(
  'says that an import stopped, and goes on with the same files, on a %s',
  async (screen) => {
    const page = await visitAsAdmin(site, '/admin/import', screen);
    const lines = [
      'name,email',
      `Sia Stops,sia.${screen}@example.com`,
      `Sam Stops,sam.${screen}@example.com`,
    ];
    const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    const form = page.getByRole('form', { name: 'Files of another system' });
    const bringOver = async () => {
      await page.getByLabel('Members (CSV)').setInputFiles(file);
      await form.getByLabel('Its name').fill(`Paper ${screen}`);
      await form.getByRole('button', { name: 'Check the files' }).click();
      await form.getByRole('button', { name: 'Bring them over' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Bring them over' }).click();
      await waitForToast(page, 'Import begun');
    };
    const card = page.getByRole('article', { name: new RegExp(`^From Paper ${screen}`) });
    await loseLinesDuring(async () => {
      await bringOver();
      await card.getByText('Stopped', { exact: true }).waitFor();
    });
    await card.getByText('choose the same files again above: members.csv.').scrollIntoViewIfNeeded();
    expect(await card.getByRole('button').count()).toBe(0);
    await checkPage(page, 'import-stopped', screen);
    await bringOver();
    await card.getByText('2 new members, 0 who were here').waitFor();
    expect(await card.count()).toBe(1);
  },
);
