import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Screen } from './visit.fixture.ts';

/**
 * Counts the presses in the page from now on: clicks, choices of a list, Enter on a chosen result, and the slash that opens the
 * search. Typing is no press.
 */
export async function countPresses(page: Page): Promise<readonly string[]> {
  const presses: string[] = [];
  await page.exposeFunction('reportPress', (what: string) => presses.push(what));
  await page.evaluate(`(() => {
    addEventListener('click', ({ isTrusted, target }) => {
      if (isTrusted) reportPress(target.closest('button, a, label')?.textContent ?? target.tagName);
    }, true);
    addEventListener('change', ({ target }) => {
      if (target.tagName === 'SELECT') reportPress(target.selectedOptions[0].textContent);
    }, true);
    addEventListener('keydown', ({ key, target }) => {
      const isChoice = key === 'Enter' && target.getAttribute('role') === 'combobox';
      if (isChoice || (key === '/' && target.tagName !== 'INPUT')) reportPress(key);
    }, true);
  })()`);
  return presses;
}

/** A table of journeys and screens with the counted presses; `most` is the limit that the test guards. */
export function createPressTable(screens: readonly Screen[]) {
  const table = new Map<string, Partial<Record<Screen, string>>>();
  const toLine = (journey: string, cells: readonly string[]) =>
    [journey.padEnd(24), ...cells.map((cell) => cell.padEnd(8))].join(' ');
  return {
    record(journey: string, screen: Screen, presses: readonly string[], most: number): void {
      table.set(journey, { ...table.get(journey), [screen]: `${presses.length} of ${most}` });
      expect(presses.length, presses.join(' → ')).toBeGreaterThan(0);
      expect(presses.length, presses.join(' → ')).toBeLessThanOrEqual(most);
    },
    print(): void {
      const rows = [...table].map(([journey, counts]) =>
        toLine(
          journey,
          screens.map((screen) => counts[screen] ?? ''),
        ),
      );
      process.stdout.write(`\n${[toLine('Presses', screens), ...rows].join('\n')}\n`);
    },
  };
}
