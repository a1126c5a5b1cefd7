import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { openPage } from '#tests/support/browser.ts';

const { url, browser } = await sharedApplication();

it('draws the icons of the application in the theme of the page', async () => {
  const icons = async (theme: 'light' | 'dark') => {
    const page = await openPage(browser, { theme });
    await page.goto(url);
    const href = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
    await expect.poll(() => page.locator('link[rel="manifest"]').count()).toBe(1);
    // A browser that installs the page reads it in this way.
    const session = await page.context().newCDPSession(page);
    const { data = '', errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data);
    const found = [await href('icon'), await href('apple-touch-icon'), ...manifest.icons.map(srcOf)];
    return { manifest, drawn: await page.evaluate(measure, found) };
  };
  const srcOf = ({ src }: { src: string }) => src;
  const light = await icons('light');
  expect(light.manifest).toMatchObject({ name: 'Tapescript', start_url: `${url}/`, display: 'standalone' });
  const blue = [37, 99, 235];
  expect(light.drawn).toEqual([64, 180, 192, 512].map((size) => ({ size, color: blue, corner: 0 })));
  const dark = await icons('dark');
  expect(dark.drawn.map(({ color }) => color)).toEqual(Array(4).fill([30, 58, 138]));
});

/** Runs in the page. Gives the size of each picture, its color beside the T, and how opaque its corner is. */
function measure(addresses: (string | null)[]) {
  return Promise.all(
    addresses.map(async (address) => {
      const image = new Image();
      image.src = address ?? '';
      await image.decode();
      const canvas = document.createElement('canvas');
      const size = image.naturalWidth;
      canvas.width = size;
      canvas.height = size;
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
      return { size, color: at(size / 2, size * 0.1).slice(0, 3), corner: at(0, 0)[3] };
    }),
  );
}
