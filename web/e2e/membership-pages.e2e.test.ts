import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { findings } from './axe.fixture.ts';
import { addSubscriber } from './membership.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { badgeReads, picture, type Screen, settled, visit } from './visit.fixture.ts';

let site: Site;
let member: StudioClient;
let other: StudioClient;
beforeAll(async () => {
  site = await openSite();
  [member, other] = [await addSubscriber(site, 'Mara Member'), await site.addMember('Otto Other')];
});
afterAll(() => site?.close());

const returned = '/membership-success?session_id=cs_test_0123456789abcdefghij';

/** What is wrong with each of the pages: for senses and hands, and by reaching out of the screen sideways. */
async function inspect(page: Page, paths: readonly string[], screen: Screen, who: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (who === 'member') await badgeReads(page, 'Membership 12');
    if (who === 'other') await badgeReads(page, 'Passes 0');
    await settled(page);
    await picture(page, `${path.slice(1).replace(/\?.*/, '')}-${who}`, screen, true);
    wrong.push(...(await findings(page)).map((finding) => `${path} ${finding}`));
    const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (overhang > 0) wrong.push(`${path} is ${overhang} px wider than the screen`);
  }
  return wrong;
}

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('a visitor can use every page about the membership', async () => {
    const page = await visit(site, '/class-levels', { screen });
    const paths = [
      '/membership',
      '/my-membership',
      returned,
      '/membership-cancelled',
      '/account',
      '/unsubscribe?token=0123456789',
    ];
    expect(await inspect(page, paths, screen, 'visitor')).toEqual([]);
    await page.goto('/#membership');
    await page.getByRole('button', { name: 'Start Membership' }).waitFor();
    await picture(page, 'membership-home-visitor', screen);
  });

  it('and so can a member', async () => {
    const page = await visit(site, '/class-levels', { screen, as: member });
    const paths = ['/membership', '/my-membership', '/membership-success', '/account'];
    expect(await inspect(page, paths, screen, 'member')).toEqual([]);
    await page.goto('/my-membership');
    await page.getByRole('button', { name: 'Cancel Membership' }).click();
    await page.getByRole('dialog', { name: 'Cancel your membership?' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await picture(page, 'membership-cancel', screen);
  });

  it('and who is signed in without one', async () => {
    const page = await visit(site, '/class-levels', { screen, as: other });
    const paths = ['/membership', '/my-membership', '/membership-success', '/membership-cancelled'];
    expect(await inspect(page, paths, screen, 'other')).toEqual([]);
  });
});

it('answers what people ask before they join, with the keyboard', async () => {
  const page = await visit(site, '/membership');
  const how = page.getByRole('button', { name: 'How do I cancel?' });
  expect(await how.getAttribute('aria-expanded')).toBe('false');
  await how.focus();
  await page.keyboard.press('Enter');
  expect(await how.getAttribute('aria-expanded')).toBe('true');
  await page.getByText('It stays active to the end of the month you have paid for').waitFor();
  for (const question of ['How do credits work?', 'When am I charged?', 'Can I pause my membership?'])
    expect(await page.getByRole('button', { name: question }).count()).toBe(1);
});
