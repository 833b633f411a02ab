import type { Page } from 'playwright-core';

/**
 * Ends the event streams that the page opens from now on, as a newer page would: no live update then reads again what a test lets fail.
 * Not for a page that is hidden and shown again.
 */
export const endLiveUpdates = (page: Page): Promise<unknown> =>
  page.route('**/api/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: replaced\ndata: {}\n\n' }),
  );

/** Makes the next request of that path and method fail. */
export const failOnce = (page: Page, path: string, method: string): Promise<unknown> =>
  page.route(
    `**${path}`,
    (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    { times: 1 },
  );
