import { expect, it } from 'vitest';
import { imageAddress } from './image-address.ts';

it.each([
  ['https://i.ytimg.com/vi/x/360.jpg', 'https://i.ytimg.com/vi/x/360.jpg'],
  ['http://images.example.org/a.png', 'https://images.example.org/a.png'],
  ['//images.example.org/a.png', null],
  ['javascript:alert(1)', null],
  ['data:image/svg+xml,<svg onload=alert(1)>', null],
  ['', null],
  [null, null],
])('fetches %j from %j', (address, fetched) => expect(imageAddress(address)).toBe(fetched));
