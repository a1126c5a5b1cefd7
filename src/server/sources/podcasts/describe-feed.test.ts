import { describe, expect, it } from 'vitest';
import { rssFeed } from '#tests/support/podcast-double.ts';
import { describeFeed } from './describe-feed.ts';

const rss = (inner: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${inner}<item><description>An episode.</description></item></channel></rss>`;

describe('the description of a podcast', () => {
  it.each([
    ['a plain one', rss('<description>Tom &amp; Jerry</description>'), 'Tom & Jerry'],
    [
      'HTML that is escaped',
      rss('<description>&lt;p&gt;One &amp;amp; two&lt;/p&gt;</description>'),
      'One & two',
    ],
    ['HTML in CDATA', rss('<description>\n<![CDATA[<p>One &amp; two</p>]]></description>'), 'One & two'],
    [
      'with a picture before it',
      rss('<image><description>A logo.</description></image><description>Words.</description>'),
      'Words.',
    ],
    [
      'a summary where the description is empty',
      rss('<description/><description></description><itunes:summary>Sum.</itunes:summary>'),
      'Sum.',
    ],
    [
      'Atom',
      '<feed><title>T</title><subtitle type="text">Small talk</subtitle><entry/></feed>',
      'Small talk',
    ],
    ['an episode alone', rss(''), ''],
    ['cut off within', `${rss('').slice(0, 60)}<description>About the`, 'About the'],
    ['a page', '<!doctype html><p>Hello</p>', ''],
    ['nothing', '', ''],
  ])('is read: %s', (_, text, expected) => {
    expect(describeFeed(text, 600)).toBe(expected);
  });

  it('is the same as from the whole feed', () => {
    expect(describeFeed(rssFeed([{ audioUrl: 'https://x.test/1.mp3', description: 'No.' }]), 600)).toBe(
      'About depth.',
    );
  });
});
