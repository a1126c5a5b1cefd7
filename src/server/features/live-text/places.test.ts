import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

const [ANN, BOB, CYD, DAN] = [1, 2, 3, 4];
const nobody = () => undefined;

function places(most: number) {
  let ms = 0;
  const { enter } = createPlaces(most, () => ms);
  const pass = (seconds: number) => {
    ms += seconds * 1000;
  };
  return { enter: (userId: number, onTakenOver = nobody) => enter(userId, onTakenOver), pass };
}

it('has one per person: another window takes it over', () => {
  const { enter } = places(1);
  let isTaken = false;
  const first = enter(ANN, () => {
    isTaken = true;
  });
  const second = enter(ANN);
  expect(isTaken).toBe(true);
  // The previous holder of a place that was taken over cannot give it back.
  first?.leave();
  expect(enter(BOB)).toBeNull();
  second?.leave();
  second?.leave();
  expect(enter(BOB)).not.toBeNull();
});

it('goes to the person who has waited the longest, not to the one who had it last', () => {
  const { enter } = places(1);
  const place = enter(ANN);
  expect(enter(BOB)).toBeNull();
  expect(enter(CYD)).toBeNull();
  place?.leave();
  expect(enter(ANN)).toBeNull();
  expect(enter(CYD)).toBeNull();
  expect(enter(BOB)).not.toBeNull();
});

it('is not kept for a person who does not come back', () => {
  const { enter, pass } = places(2);
  const [place] = [enter(ANN), enter(BOB)];
  expect(enter(CYD)).toBeNull();
  place?.leave();
  expect(enter(DAN)).toBeNull();
  pass(60);
  expect(enter(DAN)).not.toBeNull();
});
