import { expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';

it('shows a page with readable fonts, and gives a picture of it', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 400 } });
    await page.setContent('<span id="wide">WWWWWWWW</span><br><span id="narrow">iiiiiiii</span>');
    const width = async (id: string) => (await page.locator(id).boundingBox())?.width ?? 0;
    // Without a font every letter is the same empty box.
    expect(await width('#wide')).toBeGreaterThan(2 * (await width('#narrow')));
    const picture = await page.screenshot();
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  } finally {
    await browser.close();
  }
});
