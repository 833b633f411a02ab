import { expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';

it('renders a page with fonts and takes a screenshot', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 400 } });
    await page.setContent('<span id="wide">WWWWWWWW</span><br><span id="narrow">iiiiiiii</span>');
    const width = async (id: string) => (await page.locator(id).boundingBox())?.width ?? 0;
    // Without a font every letter is an empty box of the same width.
    expect(await width('#wide')).toBeGreaterThan(2 * (await width('#narrow')));
    const picture = await page.screenshot();
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  } finally {
    await browser.close();
  }
});
