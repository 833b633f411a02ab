import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentTerms } from '#services/api/terms/current-terms.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Members accept this file by its hash. Another text is another version: see `services/api/terms/current-terms.ts`. */
it('the page shows what members accept', async () => {
  const page = await visit(site, '/terms-of-service', { screen: 'desktop' });
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Changes, and the law' }).waitFor();
  // biome-ignore lint/performance/useDomNodeTextContent: the text as it is read, one line for each paragraph
  const text = (await main.innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('Last updated:'))
    .join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot(`../../services/api/terms/${currentTerms.version}.txt`);
});
