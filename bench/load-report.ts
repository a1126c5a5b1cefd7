import { percentile } from '#tests/support/percentile.ts';
import type { Sample } from './node-samples.ts';

/** A table of requests by kind, with the median of one person alone on the same nodes. */
export function describeLatencies(
  together: { [kind: string]: number[] },
  alone: { [kind: string]: number[] },
): string {
  const kinds = Object.keys(together).sort();
  const rows = kinds.map((kind) => {
    const times = together[kind] ?? [];
    const median = percentile(times, 0.5);
    const single = percentile(alone[kind] ?? [], 0.5);
    const ratio = Number.isNaN(single) ? ['', ''] : [ms(single), (median / single).toFixed(1)];
    const spread = [0.5, 0.95, 0.99, 1].map((part) => ms(percentile(times, part)));
    return `| ${[kind, times.length, ...spread, ...ratio].join(' | ')} |`;
  });
  return [
    '| what | requests | median | 95th percentile | 99th percentile | worst | one person alone: median | ratio of medians |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The memory of processes at each full minute, and the delays of their event loops in between. */
export function describeSamples(samples: readonly Sample[]): string {
  const last = samples.at(-1)?.atSeconds ?? 0;
  const minutes = Array.from({ length: Math.floor(last / 60) + 1 }, (_, minute) => minute);
  const at = (minute: number) => samples.find(({ atSeconds }) => atSeconds >= minute * 60) ?? samples.at(-1);
  const lines = Object.keys(samples[0]?.memory ?? {}).map((name) => {
    const sizes = minutes.map((minute) => at(minute)?.memory[name]);
    const peak = Math.max(...samples.map(({ memory }) => memory[name] ?? 0));
    const time = (samples.at(-1)?.time[name] ?? 0) - (samples[0]?.time[name] ?? 0);
    return `${name}: memory at minutes ${minutes.join(', ')}: ${sizes.join(', ')} MB; peak ${peak} MB; ${time.toFixed(0)} s of processor time`;
  });
  for (const name of Object.keys(samples[0]?.lag ?? {})) {
    const lags = samples.slice(1).map(({ lag }) => lag[name] ?? { p99: Number.NaN, max: Number.NaN });
    const p99 = lags.map((each) => each.p99);
    lines.push(
      `event loop delay of ${name}: 99th percentile over 5 s, median ${percentile(p99, 0.5).toFixed(0)} ms, worst ${Math.max(...p99).toFixed(0)} ms; longest ${Math.max(...lags.map(({ max }) => max)).toFixed(0)} ms`,
    );
  }
  const connections = samples.map((sample) => sample.connections);
  const waitedFor = samples.map((sample) => sample.waitedFor);
  lines.push(
    `database connections: median ${percentile(connections, 0.5)}, maximum ${Math.max(...connections)}; requests waiting for one: maximum ${Math.max(...waitedFor)}, none in ${waitedFor.filter((count) => count === 0).length} of ${waitedFor.length} samples`,
  );
  return lines.join('\n');
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}
