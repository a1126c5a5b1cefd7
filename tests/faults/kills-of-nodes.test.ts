import { it } from 'vitest';
import { survive } from './kill-storms.ts';

it('loses nothing when web nodes are killed', () =>
  survive({ name: 'web nodes', share: 0.2, targets: ['web'], pauseMs: [100, 1500] }));

it('loses nothing when workers are killed', () =>
  survive({ name: 'workers', share: 0.2, targets: ['worker'], pauseMs: [200, 3000] }));

it('loses nothing when the database is killed, or a connection to it', () =>
  survive({
    name: 'database',
    share: 0.4,
    targets: ['database', 'connection'],
    pauseMs: [100, 2000],
  }));

it('loses nothing when anything is killed', () =>
  survive({
    name: 'anything',
    share: 0.1,
    targets: ['web', 'worker', 'database', 'connection'],
    pauseMs: [300, 2000],
  }));
