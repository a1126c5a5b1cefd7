import { it } from 'vitest';
import { survive } from './kill-storms.ts';

const installation = { kind: 'one process' } as const;

it('loses nothing when the one process is killed', () =>
  survive({ name: 'one process', share: 0.06, targets: ['web'], pauseMs: [300, 3000], installation }));

it('loses nothing when its embedded database is killed, or a connection to it', () =>
  survive({
    name: 'embedded database',
    share: 0.04,
    targets: ['database', 'connection'],
    pauseMs: [300, 3000],
    installation,
  }));
