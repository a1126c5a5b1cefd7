// Loaded into a process with NODE_OPTIONS: shifts its Date by the number of milliseconds in the file that CLOCK_SHIFT_FILE names.
// Timers and file times follow the machine's clock, as they do when a clock is set.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let shiftMs = 0;

function look() {
  shiftMs = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8')) || 0;
}

look();
setInterval(look, 100).unref();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
