// The end of what npm test prints: everything that one must know about a run, in at most sixty lines. See report.d.mts for the shapes.

const LAST_LINES = 60;
const MOST_FLAKY_FILES = 5;
/** How many lines of each message are tried, until the report is short enough. */
const DEPTHS = [10, 5, 3, 1, 0];

export function add(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    flaky: outcomes.flatMap(({ flaky }) => flaky),
    parts: outcomes.flatMap(({ parts }) => parts),
  };
}

export function composeReport(outcomes, limit = LAST_LINES) {
  const { passed, failures, flaky, parts } = add(outcomes);
  const closing = [timesOf(parts), `${passed} passed, ${failures.length} failed`].filter(Boolean);
  const flakyLines = shorten(flaky.map(flakyLine), limit / 3, 'flaky ones');
  const room = limit - closing.length - flakyLines.length;
  return [...failureLines(failures, room), ...flakyLines, ...closing];
}

function failureLines(failures, room) {
  if (failures.length === 0) return [];
  for (const depth of DEPTHS) {
    const lines = ['Failed:', ...failures.flatMap((failure) => linesOf(failure, depth))];
    if (lines.length <= room) return lines;
  }
  return [
    'Failed:',
    ...shorten(
      failures.flatMap((failure) => linesOf(failure, 0)),
      room - 1,
      'failures',
    ),
  ];
}

/** With no depth, on one line. */
function linesOf({ name, message, place }, depth) {
  if (depth === 0) return [oneLine(`  ${name}: ${message[0] ?? ''}${place && ` (${place})`}`)];
  const lines = message.slice(0, depth).map((line) => oneLine(`    ${line}`));
  return [oneLine(`  ${name}`), ...lines, ...(place ? [`    at ${place}`] : [])];
}

function flakyLine({ name, message, place }) {
  return oneLine(`flaky: ${name}: ${message[0] ?? ''}${place && ` (${place})`}`);
}

/** A message may contain a whole page in one line. */
function oneLine(text) {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

function shorten(lines, room, what) {
  if (lines.length <= room) return lines;
  const shown = Math.max(0, Math.floor(room) - 1);
  return [...lines.slice(0, shown), `  and ${lines.length - shown} more ${what}, further up`];
}

function timesOf(parts) {
  const times = parts.filter(({ seconds }) => seconds >= 0.05);
  if (times.length === 0) return '';
  return `Time: ${times.map(timeOf).join(', ')}`;
}

function timeOf({ name, seconds, of = [] }) {
  const within = of.length > 0 ? ` (${of.map(timeOf).join(', ')})` : '';
  return `${name} ${seconds.toFixed(seconds < 10 ? 1 : 0)} s${within}`;
}

export function judgeOnce(file) {
  const failures = [...file.failures];
  if (!file.hasEnded && failures.length === 0)
    failures.push({ name: '(the whole file)', message: ['It did not run to its end.'], place: '' });
  return { passed: file.passed, failures: failures.map((failure) => named(file, failure)) };
}

export function judgeTwice(first, second) {
  const before = judgeOnce(first).failures;
  if (!second) return { passed: first.passed, failures: before, flaky: [] };
  const { passed, failures } = judgeOnce(second);
  const failedAgain = new Set(failures.map(({ name }) => name));
  return { passed, failures, flaky: before.filter(({ name }) => !failedAgain.has(name)) };
}

export function judgeFlaky(outcomes) {
  const count = outcomes.filter(({ flaky }) => flaky.length > 0).length;
  if (count <= MOST_FLAKY_FILES) return [];
  const message = [
    `${count} files failed among others and passed alone: something that they share is broken.`,
  ];
  return [{ name: 'too many flaky files', message, place: '' }];
}

function named({ path }, failure) {
  return { ...failure, name: `${path} > ${failure.name}` };
}
