import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { type Screen, takeScreenshot, waitUntilSettled } from './visit.fixture.ts';

/** Takes a screenshot of the settled page, which must have no accessibility violation. */
export async function checkPage(page: Page, name: string, screen: Screen): Promise<void> {
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, name, screen);
}
