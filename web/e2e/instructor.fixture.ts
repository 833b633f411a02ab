import type { Page } from 'playwright-core';
import { z } from 'zod';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { Site, TimetableClass } from './site.fixture.ts';
import { visitWithStaffSession } from './staff.fixture.ts';
import type { Screen } from './visit.fixture.ts';

export const signInInstructor = (site: Site) => new StudioClient(site.base).staff('instructor');
const taughtClasses = z.object({
  classes: z.array(
    z.object({ id: z.number(), bookings: z.array(z.object({ attended: z.boolean().nullable() })) }),
  ),
});
/** The attendance marks of a class at the server, in the order of booking. */
export const readMarks = async (site: Site, { id }: TimetableClass) => {
  const instructor = await signInInstructor(site);
  const { classes } = await instructor.expect(taughtClasses, 'GET', '/api/instructor/classes');
  return classes.find((each) => each.id === id)?.bookings.map(({ attended }) => attended);
};

/** Opens the dashboard with a new instructor's session in the tab. */
export async function openDashboard(
  site: Site,
  screen: Screen,
  expectedStatuses: readonly number[] = [],
  before: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const { token } = await signInInstructor(site);
  const session = { token, role: 'instructor' } as const;
  return visitWithStaffSession(site, '/classes', session, { screen, expectedStatuses, before });
}

export const classCard = (page: Page, { time }: TimetableClass) => page.getByRole('article', { name: time });
export const attendee = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
export const button = (page: Page, name: string, label: string) =>
  page.getByRole('group', { name: `Attendance of ${name}` }).getByRole('button', { name: label });
export const waitForPressed = (page: Page, name: string, label: string, isPressed: boolean) =>
  button(page, name, label)
    .and(page.locator(`[aria-pressed=${isPressed}]`))
    .waitFor();
