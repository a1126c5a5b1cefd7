// npm run bench -- chat: how much time this application adds to a question before the provider is asked, compared with the same request sent directly.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askTranscript, clearConversation, getSuggestions } from '#contract/chat.ts';
import { makeSummary } from '#contract/summary.ts';
import { ANTHROPIC_KEY, startAnthropicDouble } from '#tests/support/anthropic-double.ts';
import { percentile } from '#tests/support/percentile.ts';
import { serveLongTranscript } from './long-transcript.ts';

const ROUNDS = 20;
const SEGMENTS_OF_AN_HOUR = 900;
const question = 'What will become of the old harbour at mark17?';

for (const hours of [1, 10]) {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
  const claude = await startAnthropicDouble();
  const segments = hours * SEGMENTS_OF_AN_HOUR;
  const withClaude = { ANTHROPIC_API_KEY: ANTHROPIC_KEY, ANTHROPIC_BASE_URL: claude.url };
  const long = await serveLongTranscript(folder, { segments, env: withClaude });
  try {
    const { client, id } = long;
    const before: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = performance.now();
      const arrived = arrivalAt(claude);
      await client.call(askTranscript, { params: { id }, body: { question } });
      before.push((await arrived) - asked);
      const body = JSON.stringify(claude.requests.at(-1)?.body);
      const sent = performance.now();
      const arrivedBare = arrivalAt(claude);
      const headers = { authorization: `Bearer ${ANTHROPIC_KEY}`, 'content-type': 'application/json' };
      await (await fetch(`${claude.url}/v1/messages`, { method: 'POST', headers, body })).text();
      bare.push((await arrivedBare) - sent);
      await client.call(clearConversation, { params: { id } });
    }
    console.log(
      `${hours} h: question to provider, over HTTP ${told(before)}, the bare request ${told(bare)}`,
    );
    console.log(
      `  own overhead: ${(percentile(before, 0.5) - percentile(bare, 0.5)).toFixed(1)} ms (goal 30 ms for 1 h)`,
    );
  } finally {
    await long.end();
    await claude.close();
    await rm(folder, { recursive: true, force: true });
  }
}

for (const hours of [1, 10]) {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
  const long = await serveLongTranscript(folder, { segments: hours * SEGMENTS_OF_AN_HOUR });
  const { client, id } = long;
  const params = { id };
  const measure = async (what: string, call: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
    }
    console.log(`${hours} h, without a key, over HTTP: ${what} ${told(times)}`);
  };
  await measure('summary', () => client.call(makeSummary, { params }));
  await measure('answer', () => client.call(askTranscript, { params, body: { question } }));
  await measure('suggestions', () => client.call(getSuggestions, { params }));
  await long.end();
  await rm(folder, { recursive: true, force: true });
}

/** The moment at which the next message request has arrived. */
async function arrivalAt(claude: { requests: readonly { method: string }[] }): Promise<number> {
  const known = claude.requests.length;
  while (claude.requests.length === known) await new Promise((resolve) => setImmediate(resolve));
  return performance.now();
}

function told(times: readonly number[]): string {
  return `${percentile(times, 0.5).toFixed(1)} ms (worst ${percentile(times, 1).toFixed(1)})`;
}
