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
])('recognizes the video of %j', (link) => {
  expect(videoIdOf(link)).toBe(ID);
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
])('finds no video in %j', (link) => {
  expect(videoIdOf(link)).toBeNull();
});

it('recognizes the addresses that it makes', () => {
  expect(videoIdOf(videoUrl(ID))).toBe(ID);
});
