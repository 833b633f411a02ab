import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { findViolations } from './axe.fixture.ts';
import { addSubscriber } from './membership.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { type Screen, takeScreenshot, visit, waitForBadge, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
let member: StudioClient;
let nonMember: StudioClient;
beforeAll(async () => {
  site = await openSite();
  [member, nonMember] = [await addSubscriber(site, 'Mara Member'), await site.addMember('Otto Other')];
});
afterAll(() => site?.close());

const successPath = '/membership-success?session_id=cs_test_0123456789abcdefghij';

/** Opens each page and returns its accessibility violations, and by how much it is wider than the screen. */
async function findProblems(
  page: Page,
  paths: readonly string[],
  screen: Screen,
  viewer: string,
): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (viewer === 'member') await waitForBadge(page, 'Membership 12');
    if (viewer === 'other') await waitForBadge(page, 'Passes 0');
    await waitUntilSettled(page);
    await takeScreenshot(page, `${path.slice(1).replace(/\?.*/, '')}-${viewer}`, screen, true);
    problems.push(...(await findViolations(page)).map((finding) => `${path} ${finding}`));
  }
  return problems;
}

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('every page about the membership is accessible to a visitor', async () => {
    const page = await visit(site, '/class-levels', { screen });
    const paths = [
      '/membership',
      '/my-membership',
      successPath,
      '/membership-cancelled',
      '/account',
      '/unsubscribe?token=0123456789',
    ];
    expect(await findProblems(page, paths, screen, 'visitor')).toEqual([]);
    await page.goto('/#membership');
    await page.getByRole('button', { name: 'Start Membership' }).waitFor();
    await takeScreenshot(page, 'membership-home-visitor', screen);
  });

  it('every page about the membership is accessible to a member with one', async () => {
    const page = await visit(site, '/class-levels', { screen, as: member });
    const paths = ['/membership', '/my-membership', '/membership-success', '/account'];
    expect(await findProblems(page, paths, screen, 'member')).toEqual([]);
    await page.goto('/my-membership');
    await page.getByRole('button', { name: 'Cancel Membership' }).click();
    await page.getByRole('dialog', { name: 'Cancel your membership?' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'membership-cancel', screen);
  });

  it('every page about the membership is accessible to a member without one', async () => {
    const page = await visit(site, '/class-levels', { screen, as: nonMember });
    const paths = ['/membership', '/my-membership', '/membership-success', '/membership-cancelled'];
    expect(await findProblems(page, paths, screen, 'other')).toEqual([]);
  });
});

it('opens an answer of the membership page by keyboard', async () => {
  const page = await visit(site, '/membership');
  const question = page.getByRole('button', { name: 'How do I cancel?' });
  expect(await question.getAttribute('aria-expanded')).toBe('false');
  await question.focus();
  await page.keyboard.press('Enter');
  expect(await question.getAttribute('aria-expanded')).toBe('true');
  await page.getByText('It stays active to the end of the month you have paid for').waitFor();
  for (const name of ['How do credits work?', 'When am I charged?', 'Can I pause my membership?'])
    expect(await page.getByRole('button', { name }).count()).toBe(1);
});
