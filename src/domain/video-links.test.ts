import { expect, it } from 'vitest';
import { videoIdOf, videoUrl } from './video-links.ts';

const ID = 'dQw4w9WgXc_';

it.each([
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?v=${ID}`,
  `https://m.youtube.com/watch?v=${ID}&t=42s`,
  `https://music.youtube.com/watch?list=RDx&v=${ID}&index=2`,
  `www.youtube.com/watch?v=${ID}#t=1`,
  `youtube.com/watch/?v=${ID}`,
  `HTTPS://WWW.YOUTUBE.COM/watch?v=${ID}`,
  `https://youtu.be/${ID}`,
  `https://youtu.be/${ID}?si=abc&t=10`,
  `youtu.be/${ID}/`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/shorts/${ID}?feature=share`,
  `https://www.youtube.com/live/${ID}?si=x`,
  `https://www.youtube.com/embed/${ID}?start=3`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/v/${ID}`,
  `  https://youtu.be/${ID}\n`,
  `https://www.youtube.com:443/watch?v=${ID}`,
  `https://www.youtube.com/watch?si=a&pp=b&v=${ID}&list=PLx&index=3&t=1h2m3s&ab_channel=A(B)`,
  `https://www.youtube.com/watch?list=PLx&amp;v=${ID}`,
  `https://www.youtube.com/watch?v=${ID}?si=abc`,
  `https://youtu.be/${ID}&t=10`,
  `https://www.youtube.com/v/${ID}&hl=en`,
  `https://www.youtube.com/watch_popup?v=${ID}`,
  `https://www.youtube.com/live_chat?is_popout=1&v=${ID}`,
  `https://www.youtubekids.com/watch?v=${ID}`,
  `https://studio.youtube.com/video/${ID}/edit`,
  `https://studio.youtube.com/video/${ID}/analytics/tab-overview/period-default`,
  `https://m.youtube.com/shorts/${ID}`,
])('recognizes the video of %j', (link) => {
  expect(videoIdOf(link)).toBe(ID);
});

const encoded = (text: string) => encodeURIComponent(text);
const LINK = `https://www.youtube.com/watch?v=${ID}`;

it.each([
  `https://www.google.com/url?q=https://www.youtube.com/watch%3Fv%3D${ID}&sa=D`,
  `https://www.google.com/url?sa=t&url=${encoded(`${LINK}&list=PLx`)}&usg=x`,
  `https://www.google.co.uk/url?q=${encoded(encoded(LINK))}`,
  `https://www.google.de/url?q=${LINK}&sa=D`,
  `https://consent.youtube.com/m?continue=${encoded(`${LINK}&cbrd=1`)}&gl=DE&m=0`,
  `https://consent.google.com/ml?continue=${encoded(`https://www.google.com/url?q=${encoded(LINK)}`)}&gl=FR`,
  `https://accounts.google.com/ServiceLogin?continue=${encoded(`https://www.youtube.com/signin?next=${encoded(`/watch?v=${ID}`)}`)}`,
  `https://www.youtube.com/attribution_link?a=x&u=${encoded(`/watch?v=${ID}&feature=share`)}`,
  `https://www.youtube.com/redirect?event=x&q=${encoded(`https://youtu.be/${ID}`)}`,
  `https://www.youtube.com/oembed?url=${encoded(LINK)}&format=json`,
  `https://l.facebook.com/l.php?u=${encoded(`https://youtu.be/${ID}?fbclid=x`)}&h=y`,
])('recognizes the video that %j leads to', (link) => {
  expect(videoIdOf(link)).toBe(ID);
});

it.each([
  `Look at this: https://youtu.be/${ID}?si=abc`,
  `Look at this (https://youtu.be/${ID}), it is good.`,
  `Is it https://youtu.be/${ID}?`,
  `<https://youtu.be/${ID}>`,
  `[the mill](${LINK} "The Mill")`,
  `**${LINK}**`,
  `"${LINK}"`,
  `see:${LINK}!`,
  `이것은 https://youtu.be/${ID}입니다`,
  `看这个：youtu.be/${ID}。`,
  `The Mill\n${LINK}\n`,
  `<iframe width="560" src="https://www.youtube.com/embed/${ID}?si=x" title="YouTube"></iframe>`,
  `https://www.youtube.com/@channel https://example.org/watch?v=aaaaaaaaaaa ${LINK} https://youtu.be/bbbbbbbbbbb`,
])('finds the first video in %j', (text) => {
  expect(videoIdOf(text)).toBe(ID);
});

it.each([
  '',
  ID,
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${ID}x`,
  `https://www.youtube.com/watch?vv=${ID}`,
  'https://www.youtube.com/playlist?list=PLabcdefghijk',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/channel/UCabcdefghi',
  'https://www.youtube.com/embed/videoseries?list=PLx',
  'https://www.youtube.com/embed/live_stream?channel=UCx',
  `https://www.youtube.com/shorts/${ID}/more`,
  `https://youtu.be/a/${ID}`,
  `https://youtube.com.example.org/watch?v=${ID}`,
  `https://example.org/watch?v=${ID}`,
  `https://example.org/https://www.youtube.com/watch?v=${ID}`,
  `https://notyoutube.com/watch?v=${ID}`,
  `https://user@www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com@example.org/watch?v=${ID}`,
  `https://www.youtube.com:8080/watch?v=${ID}`,
  `ftp://www.youtube.com/watch?v=${ID}`,
  `javascript:alert(1)//youtu.be/${ID}`,
  'https://vimeo.com/123456789',
  `https://evil-youtube.com/watch?v=${ID}`,
  `https://youtube.com.evil.org/watch?v=${ID}`,
  `https://studio.youtube.com.evil.org/video/${ID}/edit`,
  `https://studio.youtube.com/channel/${ID}`,
  `https://evil.org/?u=https://youtu.be/${ID}`,
  `https://evil.org/url?q=${encoded(LINK)}`,
  `https://www.google.com.evil.org/url?q=${encoded(LINK)}`,
  `https://www.google.com/url?q=${encoded(`https://evil.org/watch?v=${ID}`)}`,
  `https://www.google.com/url?q=/watch?v=${ID}`,
  `https://www.google.com/search?q=${ID}`,
  'https://www.google.com/url?q=%E0%A4%A',
  `https://consent.youtube.com/m?continue=${encoded('https://www.youtube.com/playlist?list=PLx')}`,
  'Listen to https://www.youtube.com/playlist?list=PLabcdefghijk, all of it',
])('finds no video in %j', (link) => {
  expect(videoIdOf(link)).toBeNull();
});

it('recognizes the addresses that it makes', () => {
  expect(videoIdOf(videoUrl(ID))).toBe(ID);
});
