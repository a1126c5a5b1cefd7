import { describe, expect, it } from 'vitest';
import { ArticleId, EditId, InvitationId, MemberId, ProjectId, TranscriptId } from './ids.ts';

const IDS = { ArticleId, EditId, InvitationId, MemberId, ProjectId, TranscriptId };
const ODD = [
  '1e0',
  '0x1',
  '0b1',
  '01',
  ' 1',
  '1 ',
  '+1',
  '-1',
  '1.0',
  '1.',
  '',
  '0',
  '１',
  '1_0',
  '2147483648',
  'Infinity',
  '1n',
];

describe.each(Object.entries(IDS))('%s', (_, schema) => {
  it.each([1, '1', 2_147_483_647, '2147483647'])('is %j', (value) =>
    expect(schema.parse(value)).toBe(Number(value)),
  );

  it.each([...ODD, true, null, [1], ['1'], {}, 1.5, 0, Number.NaN, undefined])('is not %j', (value) =>
    expect(schema.safeParse(value).success).toBe(false),
  );
});
