import { describe, expect, it } from 'vitest';
import { type FeedItem, longFeed, rssFeed } from '#tests/support/podcast-double.ts';
import { decodeFeed } from './decode-feed.ts';
import { parseFeed } from './parse-feed.ts';
import { plainText } from './plain-text.ts';

const FEED = 'https://talk.example.org/feed/index.xml';
const audioUrl = 'https://media.example.org/1.mp3';
const parse = (items: readonly FeedItem[]) => parseFeed(rssFeed(items), FEED).episodes;
const one = (item: FeedItem) => parse([{ audioUrl, ...item }])[0];

describe('a feed in RSS', () => {
  it('gives the facts of an episode that are shown', () => {
    const item = {
      title: 'Tom & Jerry',
      guid: 'a',
      audioUrl: 'https://media.example.org/1.mp3?a=1&b=2',
      pubDate: 'Tue, 02 Jan 2024 10:00:00 +0200',
      duration: '1:02:03',
      episode: '7',
      description: '<p>First&nbsp;line.</p><p>Second &amp; last</p>',
    };
    const { title, description, episodes } = parseFeed(rssFeed([item]), FEED);
    expect({ title, description }).toEqual({ title: 'Deep Talk', description: 'About depth.' });
    expect(episodes).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        title: 'Tom & Jerry',
        description: 'First line. Second & last',
        audioUrl: 'https://media.example.org/1.mp3?a=1&b=2',
        publishDate: '2024-01-02T08:00:00.000Z',
        duration: 3723,
        episodeNumber: 7,
      },
    ]);
  });

  it.each([
    ['3723', 3723],
    ['62:03', 3723],
    ['01:02:03', 3723],
    ['1h 2m', 3720],
    ['1\u00a0h', 3600],
    ['0', null],
    ['00:00:00', null],
    ['-5', null],
    ['about an hour', null],
    ['99999999999', null],
    ['', null],
  ])('reads the duration %j', (duration, expected) => {
    expect(one({ duration })?.duration).toBe(expected);
  });

  it('reads a duration in CDATA, and with another prefix', () => {
    const feed = rssFeed([{ audioUrl, duration: 'X' }]).replace('>X<', '>\n<![CDATA[ 01:02:03.5 ]]><');
    expect(parseFeed(feed, FEED).episodes).toMatchObject([{ duration: 3723.5 }]);
    const other = feed.replaceAll('itunes:', 'it:').replace('01:02:03.5', '1 h 2 min');
    expect(parseFeed(other.replace('xmlns:itunes', 'xmlns:it'), FEED).episodes).toMatchObject([
      { duration: 3720 },
    ]);
  });

  it('leaves out episodes that cannot be transcribed, and includes videos for their sound', () => {
    const titles = parse([
      { title: 'without a file' },
      { title: 'a document', audioUrl: 'https://x.test/a.pdf', type: 'application/pdf' },
      { title: 'a picture', audioUrl: 'https://x.test/a.jpg', type: 'image/jpeg' },
      { title: 'of this machine', audioUrl: 'file:///etc/passwd' },
      { title: 'no address', audioUrl: '  ' },
      { title: 'a video', audioUrl: 'https://x.test/a.mp4', type: 'video/mp4' },
      { title: 'without a type', audioUrl: 'https://x.test/a', type: '' },
      { title: 'relative', audioUrl: '../b.mp3' },
    ]).map(({ title, audioUrl }) => `${title} ${audioUrl}`);
    expect(titles).toEqual([
      'a video https://x.test/a.mp4',
      'without a type https://x.test/a',
      'relative https://talk.example.org/b.mp3',
    ]);
  });

  it.each([
    ['https://x.test/a.mp3', 'mp3'],
    ['https://x.test/a.MP3?id=1#t', 'binary/octet-stream'],
    ['https://x.test/a.m4a', ''],
    ['https://x.test/a.wav', 'text/plain'],
    ['https://x.test/get?file=a.mp3', 'application/x-unknown'],
    ['https://x.test/play.php?id=1', 'MP3'],
    ['https://x.test/a.mp3/', 'x'],
    ['https://x.test/play.php', 'audio/mpeg; charset=utf-8'],
    ['https://x.test/a.mkv', 'video/x-matroska'],
    ['https://x.test/a', 'binary/octet-stream'],
  ])('lists the recording %s of the type %j', (address, type) => {
    expect(parse([{ audioUrl: address, type }])).toMatchObject([{ audioUrl: address }]);
  });

  it.each([
    ['https://x.test/a.pdf', ''],
    ['https://x.test/a.PDF?x=.mp3', 'audio/mpeg'],
    ['https://x.test/a.png', 'audio/mpeg'],
    ['https://x.test/get?file=a.jpg', 'application/octet-stream'],
    ['https://x.test/a', 'image/jpeg'],
    ['https://x.test/a.xyz', 'application/pdf'],
    ['https://x.test/live.m3u8', 'audio/mpegurl'],
  ])('lists no file %s of the type %j', (address, type) => {
    expect(parse([{ audioUrl: address, type }])).toEqual([]);
  });

  it('prefers sound to video, and a known file to an unknown one', () => {
    const chosen = (...files: [address: string, type: string][]) =>
      parseFeed(
        rssFeed([{ guid: 'a' }]).replace(
          '</item>',
          `${files.map(([address, type]) => `<enclosure url="https://x.test/${address}" type="${type}"/>`).join('')}</item>`,
        ),
        FEED,
      ).episodes[0]?.audioUrl;
    expect(chosen(['a.mp4', 'video/mp4'], ['b', ''], ['c.mp3', ''])).toBe('https://x.test/c.mp3');
    expect(chosen(['c.mp3', ''], ['d', 'audio/mpeg'])).toBe('https://x.test/d');
    expect(chosen(['b', ''], ['a.mp4', 'video/mp4'], ['e.pdf', 'audio/mpeg'])).toBe('https://x.test/a.mp4');
  });

  it('lists the newest first whatever the order of the feed, and those without a date last', () => {
    const dates = ['unknown', '01 Jan 2020 00:00 CET', '', '2024-01-01', '01 Jan 2024 00:00 CET'];
    const titles = parse(
      dates.map((pubDate, index) => ({ title: `${index}`, guid: `${index}`, audioUrl, pubDate })),
    ).map(({ title }) => title);
    expect(titles).toEqual(['3', '4', '1', '0', '2']);
  });

  it('lists a duplicate episode once, and includes one without a title', () => {
    const twice = { guid: 'same', audioUrl };
    expect(parse([twice, twice]).map(({ title }) => title)).toEqual(['Untitled episode']);
  });

  it('tells apart episodes that share a guid, by the same ids in any order', () => {
    const parts = ['1', '2', '3'].map((title) => ({
      title,
      guid: '0',
      audioUrl: `https://x.test/${title}.mp3`,
    }));
    const idsOf = (items: readonly FeedItem[]) => new Map(parse(items).map(({ title, id }) => [title, id]));
    const ids = idsOf([...parts, ...parts]);
    expect(new Set(ids.values()).size).toBe(3);
    expect(parse([...parts, ...parts])).toHaveLength(3);
    expect(new Map([...idsOf(parts.toReversed())].reverse())).toEqual(ids);
  });

  it('keeps the id of an episode with a guid of its own, whatever its file', () => {
    const id = one({ guid: 'a' })?.id;
    expect(id).toBe('ypeBEsobvcr6wjGzmiPcTa');
    expect(
      parse([
        { guid: 'a', audioUrl: 'https://x.test/moved.mp3' },
        { guid: 'b', audioUrl },
      ])[0]?.id,
    ).toBe(id);
  });

  it('expands no entities that the feed defines, so a bomb stays small', () => {
    const bomb = rssFeed([{ title: 'LOL', audioUrl }])
      .replace('<rss', `<!DOCTYPE x [<!ENTITY l0 "lol">${entities(1, 9)}]><rss`)
      .replace('LOL', '&l9; &l0;');
    expect(JSON.stringify(parseFeed(bomb, FEED)).length).toBeLessThan(1000);
  });

  const entities = (from: number, to: number) =>
    Array.from(
      { length: to - from + 1 },
      (_, index) => `<!ENTITY l${from + index} "${`&l${from + index - 1};`.repeat(10)}">`,
    ).join('');

  it.each([
    ['a page', '<!doctype html><html><body><p>Not found</p></body></html>'],
    ['nothing', ''],
    ['a text', 'Service unavailable'],
    ['a feed that is cut off', longFeed(20).slice(0, -5000)],
    [
      'a feed that is cut off within a tag',
      `${rssFeed([{ audioUrl }]).split('<enclosure')[0]}<enclosure url="`,
    ],
    ['a feed that is cut off within CDATA', '<rss version="2.0"><channel><title><![CDATA[Deep'],
    ['other XML', '<?xml version="1.0"?><opml version="2.0"><body/></opml>'],
    ['JSON', '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[]}'],
  ])('rejects %s', (_, text) => {
    expect(() => parseFeed(text, FEED)).toThrow();
  });
});

it('reads a feed in Atom', () => {
  const text = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Atomic</title>
    <subtitle>Small talk</subtitle>
    <entry><id>urn:1</id><title type="html">&lt;b&gt;Bold&lt;/b&gt;</title><updated>2024-01-02T10:00:00Z</updated>
      <link rel="alternate" href="https://x.test/page"/><link rel="enclosure" type="audio/ogg" href="/1.ogg"/></entry>
    <entry><id>urn:2</id><title>Text only</title><updated>2024-01-03T10:00:00Z</updated></entry>
    <entry><id>urn:3</id><title>Its content</title><updated>2024-01-01T10:00:00Z</updated>
      <content type="audio/mpeg" src="https://x.test/3.mp3"/></entry></feed>`;
  expect(parseFeed(text, FEED)).toMatchObject({
    title: 'Atomic',
    description: 'Small talk',
    episodes: [
      {
        title: 'Bold',
        audioUrl: 'https://talk.example.org/1.ogg',
        publishDate: '2024-01-02T10:00:00.000Z',
        duration: null,
      },
      { title: 'Its content', audioUrl: 'https://x.test/3.mp3' },
    ],
  });
});

/** A feed in RSS 1.0 with the element that links the file of each item. */
const rdfFeed = (enclosures: readonly string[], contents = '') =>
  `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#">
  <channel rdf:about="https://x.test/"><title>Old</title><description>Since 1999</description>${contents}</channel>
  ${enclosures
    .map(
      (
        enclosure,
        at,
      ) => `<item rdf:about="https://x.test/${at}"><title>Talk ${at}</title><link>https://x.test/${at}</link>
        <dc:date>200${at}-03-01T10:00:00Z</dc:date>${enclosure}</item>`,
    )
    .join('')}</rdf:RDF>`;

it('reads a feed in RSS 1.0', () => {
  const contents = `<items><rdf:Seq><rdf:li rdf:resource="https://x.test/0"/></rdf:Seq></items>`;
  const feed = rdfFeed(
    [
      '<enc:enclosure rdf:resource="https://x.test/0.mp3" enc:type="audio/mpeg" enc:length="1"/>',
      `<e:enclosure e:type='' rdf:resource='/1.mp3' xmlns:e='http://purl.oclc.org/net/rss_2.0/enc#'></e:enclosure>`,
      '<enclosure url="https://x.test/2.mp3" length="1" type="audio/mpeg" />',
      '<enc:enclosure rdf:resource="https://x.test/3.pdf" enc:type="application/pdf"/>',
      '',
    ],
    contents,
  );
  expect(parseFeed(feed, FEED)).toMatchObject({
    title: 'Old',
    description: 'Since 1999',
    episodes: [
      { title: 'Talk 2', audioUrl: 'https://x.test/2.mp3', publishDate: '2002-03-01T10:00:00.000Z' },
      { title: 'Talk 1', audioUrl: 'https://talk.example.org/1.mp3' },
      { title: 'Talk 0', audioUrl: 'https://x.test/0.mp3' },
    ],
  });
});

it('takes the files of Media RSS where there is no enclosure', () => {
  const media = (inner: string, item: FeedItem = {}) =>
    parseFeed(rssFeed([{ guid: 'a', ...item }]).replace('</item>', `${inner}</item>`), FEED).episodes;
  const content = (name: string, attributes = '') =>
    `<media:content url="https://x.test/${name}" ${attributes}/>`;
  expect(media(content('1.mp3', 'type="audio/mpeg" duration="61"'))).toMatchObject([
    { audioUrl: 'https://x.test/1.mp3', duration: 61 },
  ]);
  const group = `<media:group>${content('1.jpg', 'medium="image"')}${content('1', 'medium="audio"')}</media:group>`;
  expect(media(group)).toMatchObject([{ audioUrl: 'https://x.test/1', duration: null }]);
  expect(media(content('2.mp3'), { audioUrl })).toMatchObject([{ audioUrl }]);
  expect(
    media(content('2.mp3'), { audioUrl: 'https://x.test/1.pdf', type: 'application/pdf' }),
  ).toMatchObject([{ audioUrl: 'https://x.test/2.mp3' }]);
  expect(media(content('1.jpg') + content('1', 'medium="document"'))).toEqual([]);
});

it('reads the encodings that feeds use', () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><t>caf\u00e9</t>', 'latin1');
  expect(decodeFeed(latin, 'text/xml')).toContain('café');
  expect(decodeFeed(latin, 'text/xml; charset=windows-1252')).toContain('café');
  const utf8 = Buffer.from('\ufeff<?xml version="1.0" encoding="nonsense"?><t>café</t>');
  expect(decodeFeed(utf8, 'text/xml; charset="also nonsense"')).toContain('café');
  expect(decodeFeed(Buffer.from('\ufeff<t>café</t>', 'utf16le'), '')).toContain('café');
});

it.each([
  ['<![CDATA[Q&amp;A with the mayor]]>', 'Q&A with the mayor'],
  ['Q&amp;amp;A twice escaped', 'Q&A twice escaped'],
  ['<![CDATA[Salt & pepper]]>', 'Salt & pepper'],
  ['<![CDATA[How the <dialog> element works]]>', 'How the <dialog> element works'],
  ['How the &lt;dialog&gt; element works', 'How the <dialog> element works'],
  ['<![CDATA[Centering a <div>, or a &lt;b&gt;]]>', 'Centering a <div>, or a <b>'],
  ['<![CDATA[List<String> and a<b or c>d]]>', 'List<String> and a<b or c>d'],
  ['When a &lt; b and c &gt; d', 'When a < b and c > d'],
  ['<![CDATA[When a < b and c > d]]>', 'When a < b and c > d'],
  ['<![CDATA[I <3 you &amp;lt;3]]>', 'I <3 you &lt;3'],
  ['<![CDATA[It&#8217;s 5 &lt; 6]]>', 'It’s 5 < 6'],
  ['Caf&amp;eacute; na&iuml;ve &#233;t&#xe9;', 'Café naïve été'],
  ['<![CDATA[Na&iuml;ve, AT&T, &unknown; and ?a=1&region=2]]>', 'Naïve, AT&T, &unknown; and ?a=1&region=2'],
  [
    '<![CDATA[<p><b>Bold</b>: <span class="x">un<i>believ</i>able</span><br/>words</p>]]>',
    'Bold: unbelievable words',
  ],
])('reads the title %s', (title, expected) => {
  const feed = rssFeed([{ title: 'X', audioUrl }]).replace('>X<', () => `>${title}<`);
  expect(parseFeed(feed, FEED).episodes[0]?.title).toBe(expected);
});

it('converts HTML to plain text', () => {
  expect(plainText('<b>a</b> &#x41;&#66; &hellip; &unknown; &#146;', 100)).toBe('a AB … &unknown; ’');
  expect(plainText('<p>One<br>two <strong>three</p><!-- four --><o:p>five</o:p> <script> <3', 100)).toBe(
    'One two three five <3',
  );
  expect(plainText('a <dialog> for a <b and c> d', 100)).toBe('a <dialog> for a <b and c> d');
  expect(plainText('one two three four', 12)).toBe('one two…');
  expect(plainText('😀'.repeat(10), 6).isWellFormed()).toBe(true);
});
