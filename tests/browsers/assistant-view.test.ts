import { describe, expect, it } from 'vitest';
import { serveView, withAssistant } from '#tests/support/view-host.ts';
import { CHROMIUM, FIREFOX } from './playwright.ts';
import { startApplication } from './start.ts';
import { WEBKIT } from './webkit.ts';

/** Says from within the frame, which the page around it cannot look into, where the first button is and how far the recording plays. */
const TELL = `setInterval(() => {
  const box = document.querySelector('li button')?.getBoundingClientRect();
  const words = document.querySelector('li p')?.textContent ?? '';
  const at = document.querySelector('audio').currentTime;
  if (box) parent.postMessage({ seen: { x: box.x + box.width / 2, y: box.y + box.height / 2, words, at } }, '*');
}, 100);`;

interface Seen {
  x: number;
  y: number;
  words: string;
  at: number;
}

describe.each([CHROMIUM, FIREFOX, WEBKIT])('in $name', ({ launch }) => {
  it('the view of an answer plays what it cites, in the sandboxed frame of an assistant', async () => {
    const { url, folder } = await startApplication();
    const assistant = await withAssistant(url);
    const question = { transcriptId: assistant.id, question: 'What is this about?' };
    const asked = await assistant.callTool('ask', question);
    const [{ seconds }] = asked.structuredContent.citations;
    const { address } = await serveView(assistant, asked, TELL);
    const { open, evaluate, clickAt } = await launch(folder);
    await open(address);
    const seen = () => evaluate(() => (window as unknown as { seen?: Seen }).seen);
    await expect.poll(async () => (await seen())?.words).toMatch(/^Speaker \d: \S/);
    const { x = 0, y = 0 } = (await seen()) ?? {};
    const frame = await evaluate(() => {
      const { left, top } = document.querySelector('iframe')?.getBoundingClientRect() ?? { left: 0, top: 0 };
      return { left, top };
    });
    await clickAt({ x: frame.left + x, y: frame.top + y });
    await expect.poll(async () => (await seen())?.at).toBeGreaterThan(seconds);
  });
});
