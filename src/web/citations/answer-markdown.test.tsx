import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Mark } from '#domain/citation-marks.ts';
import { HOSTILE_MARKDOWN } from '#tests/support/hostile-markdown.ts';
import { AnswerMarkdown } from './answer-markdown.tsx';

const renderMark = (mark: Mark) => (
  <button type="button">{mark.kind === 'moment' ? mark.seconds : '?'}</button>
);
/** Without the element around it all. */
const htmlOf = (text: string) =>
  renderToStaticMarkup(<AnswerMarkdown text={text} renderMark={renderMark} />)
    .replace(/^<div[^>]*>|<\/div>$/g, '')
    .replaceAll(/ dir="(?:auto|ltr)"/g, '');
const CITED = '<button type="button">5</button>';

describe('an answer', () => {
  it('has paragraphs, bold, italics, lists, quotes, code and headings', () => {
    expect(
      htmlOf('One **two** *three*\n\n# Title\n\n- a\n- b\n\n3. c\n\n> d\n\n`e`\n\n```js\nf\n```\n\n---'),
    ).toBe(
      '<p>One <strong>two</strong> <em>three</em></p><h4>Title</h4><ul><li><p>a</p></li><li><p>b</p></li></ul>' +
        '<ol start="3"><li><p>c</p></li></ol><blockquote><p>d</p></blockquote><p><code>e</code></p><pre><code>f</code></pre><hr/>',
    );
  });

  it('has tables', () =>
    expect(htmlOf('| a | b |\n|---|---|\n| 1 | **2** |')).toContain('<td><strong>2</strong></td>'));

  it('reads entities as the signs that they stand for', () =>
    expect(htmlOf('Fish &amp; chips &copy;')).toBe('<p>Fish &amp; chips ©</p>'));

  it('has its citations wherever text can be', () => {
    expect(htmlOf('**So.**[citation:0:05] *Yes.*[citation:0:05]')).toBe(
      `<p><strong>So.</strong>${CITED} <em>Yes.</em>${CITED}</p>`,
    );
    expect(htmlOf('[citation:0:05] begins')).toBe(`<p>${CITED} begins</p>`);
    expect(htmlOf('- a [citation:0:05]\n- b')).toContain(`a ${CITED}`);
    expect(htmlOf('**a [citation:0:05] b**')).toBe(`<p><strong>a ${CITED} b</strong></p>`);
    expect(htmlOf('|a|\n|-|\n|[citation:0:05]|')).toContain(CITED);
  });

  it('spells citations where no button can stand', () => {
    expect(htmlOf('`[citation:0:05]`')).toBe('<p><code>(0:05)</code></p>');
    expect(htmlOf('[see [citation:0:05]](https://a.test)')).not.toContain('<button');
    expect(htmlOf('[see](https://a.test/[citation:0:05])')).not.toContain('<a');
  });
});

describe('a hostile answer', () => {
  const safe =
    /^(?:[^<]|<\/?(?:p|h4|strong|em|br|code|pre|blockquote|ol|ul|li|hr|button|span|div|section|table|thead|tbody|tr|th|td)(?: (?:type|start|class|role|aria-label|tabindex)="[^"]*")*\/?>)*$/;

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    'a <b onclick=alert(1)>b</b>',
    '<div>\n<iframe src="javascript:alert(1)"></iframe>\n</div>',
    '![x](https://evil.test/pixel.png)',
    '![x][p]\n\n[p]: https://evil.test/pixel.png',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox(1))',
    '[x](//evil.test)',
    '[x](/api/logout)',
    '[x](https:evil)',
    '<javascript:alert(1)>',
    '<https://evil.test>',
    'https://evil.test',
    '[x][p]\n\n[p]: javascript:alert(1)',
    '```<img src=x onerror=alert(1)>\n<img src=x onerror=alert(1)>\n```',
    '[citation:0:05](javascript:alert(1))',
  ])('%j is text', (hostile) => {
    const html = htmlOf(hostile);
    expect(html).toMatch(safe);
  });

  it('shows what it tried', () =>
    expect(htmlOf('<img src=x onerror=alert(1)>')).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>'));

  it('links to web sites only, saying where, in a window that knows nothing of this one', () =>
    expect(htmlOf('[our bank](https://evil.test/login?x=1)')).toBe(
      '<p><a href="https://evil.test/login?x=1" target="_blank" rel="noopener noreferrer nofollow">our bank</a> ' +
        '<span class="text-quiet">(evil.test)</span></p>',
    ));

  it.each([
    '&#xFDD0;0&#xFDD1; [citation:0:05]',
    '&#64976;0&#64977; [citation:0:05]',
    '‹\uFDD0&#48;\uFDD1› [citation:0:05]',
    '&#xFD\uFDD0D0;0&#xFDD1; [citation:0:05]',
    '[citation&#58;0:05] [citation:0:05]',
    '&#91;citation:0:05] [citation:0:05]',
    '[citation\\:0:05] \\[citation:0:05] [citation:0:05]',
    '[cita**tion:0:05] [citation:0:05]',
  ])('cannot make a citation: %j', (hostile) => {
    // One that is real; a mark behind a backslash is the server's too, and would have been made harmless there.
    const real = hostile.includes('\\[') ? 2 : 1;
    expect(htmlOf(hostile).match(/<button/g)).toHaveLength(real);
  });

  // What the limits are for, time, is measured in tests/slow/processor-time.test.ts.
  it.each(HOSTILE_MARKDOWN)(
    'of %s is read only within limits, and else shown as it is',
    (_, hostile, isRead) => {
      const html = htmlOf(hostile);
      expect(html.length).toBeGreaterThan(10);
      expect(!html.startsWith('<p class="whitespace-pre-wrap">')).toBe(isRead);
    },
  );
});
