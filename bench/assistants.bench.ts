// npm run bench -- assistants [--copies 30]: what programs cost a web node. First an access token for each request, compared with a session's cookie (processor time of the
// node; the same calls alternate in small groups). Then the search of an assistant (`search` at /mcp), compared with the screen's, for the same words in the same 600,000 segments
// of one person on the embedded PostgreSQL. Then 200 assistants of 200 people who call one after the other without a pause, while health and another person's list are asked for.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { getCurrentUser } from '#contract/auth.ts';
import { getHealth } from '#contract/health.ts';
import type { UserId } from '#contract/ids.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { listProjects } from '#contract/projects.ts';
import { searchTranscripts } from '#contract/search.ts';
import { createToken } from '#contract/tokens.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { hashToken } from '#server/auth/hash-token.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { makeToken } from '#server/features/tokens/token.ts';
import { Client } from '#tests/support/client.ts';
import { percentile } from '#tests/support/percentile.ts';
import { familyTime } from '#tests/support/process-time.ts';
import { runServer } from '#tests/support/server.ts';
import { signInAssistant } from '#tests/support/signing-in-assistant.ts';
import { findWords } from './database-calls.ts';
import { seedTalks } from './seeded-talks.ts';

const { values } = parseArgs({ options: { copies: { type: 'string', default: '30' } } });
/** Thirty different one-hour talks, thirty times each. */
const TALKS = { words: Array.from({ length: 30 }, () => 9000), copies: Number(values.copies) };
const GROUP = 200;
const GROUPS = 15;
const SEARCHES = 40;
const ASSISTANTS = 200;
/** Before the limit of calls a minute is reached. */
const LOAD_SECONDS = 20;

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const cluster = await startCluster({ dataDir: join(folder, 'embedded'), log: () => undefined });
const socket = encodeURIComponent(String(cluster.connection.host));
const DATABASE_URL = `postgres://tapescript@localhost/tapescript?host=${socket}`;
const server = runServer(join(folder, 'data'), {
  DATABASE_URL,
  SPEECH_ENGINE: 'fake',
  ROLE: 'web',
  EMBEDDINGS: 'none',
});
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 3 });
// Stopping the database cuts idle connections.
pool.on('error', () => undefined);
const agent = new Agent({ keepAlive: true, maxSockets: ASSISTANTS });
try {
  const person = await Client.signUp(await server.ready);
  const other = await Client.signUp(person.url);
  const { id } = await person.call(getCurrentUser, {});
  const { token } = await person.call(createToken, { body: { name: 'Bench', scopes: ['read'] } });
  console.log(`Load before: ${loadavg()[0]?.toFixed(1)}`);
  await costOfToken(person, token);
  // Another person, whose calls do not count against the first one's limit.
  const { id: pinger } = await other.call(getCurrentUser, {});
  const ping = await other.call(createToken, { body: { name: 'Bench', scopes: ['read'] } });
  await costOfSigningIn(other, { id: pinger, token: ping.token });
  const segments = await seedTalks(pool, { userIds: [Number(id)], ...TALKS });
  console.log(`\n${segments.toLocaleString('en')} segments of one person; load ${loadavg()[0]?.toFixed(1)}`);
  const words = await findWords(pool);
  await compareSearches(person, token, words);
  await othersMeanwhile(person.url, { other, words: words.middling });
} finally {
  agent.destroy();
  await pool.end();
  await server.end('SIGTERM');
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}

async function costOfToken({ url, cookie }: Client, token: string): Promise<void> {
  const ways = { cookie: { cookie }, token: { authorization: `Bearer ${token}` } };
  console.log('| call | cookie: median ms | token: median ms | more (goal 0.3 ms) |\n|---|---|---|---|');
  for (const { path } of [getCurrentUser, listProjects]) {
    const times = { cookie: [] as number[], token: [] as number[] };
    // Whoever comes second finds warmer code: they take turns, after one round that is not counted.
    for (let group = -1; group < GROUPS; group += 1) {
      for (const way of group % 2 === 0 ? (['cookie', 'token'] as const) : (['token', 'cookie'] as const)) {
        const before = await familyTime(server.child.pid);
        for (let n = 0; n < GROUP; n += 1) await send(url + path, ways[way]);
        const ms = (1000 * ((await familyTime(server.child.pid)) - before)) / GROUP;
        if (group >= 0) times[way].push(ms);
      }
    }
    const [byCookie, byToken] = [percentile(times.cookie, 0.5), percentile(times.token, 0.5)];
    console.log(
      `| ${path} | ${byCookie.toFixed(2)} | ${byToken.toFixed(2)} | ${(byToken - byCookie).toFixed(2)} |`,
    );
  }
}

/** The same for the token of an assistant that has signed in, compared with a personal one, both at /mcp. */
async function costOfSigningIn(
  { url, cookie }: Client,
  { id, token }: { id: UserId; token: string },
): Promise<void> {
  const { tokens } = await signInAssistant(url, { cookie, user: { id } }, ['read']);
  const ways = { personal: token, assistant: tokens.access_token };
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const times = { personal: [] as number[], assistant: [] as number[] };
  // Below the limit of calls a minute for each person.
  for (let n = -10; n < 120; n += 1) {
    for (const way of n % 2 === 0
      ? (['personal', 'assistant'] as const)
      : (['assistant', 'personal'] as const)) {
      const ms = await timed(() => send(url + MCP_PATH, headersOf(ways[way]), ping));
      if (n >= 0) times[way].push(ms);
    }
  }
  const more = percentile(times.assistant, 0.5) - percentile(times.personal, 0.5);
  console.log(
    `\nping at /mcp: with a personal token ${tell(times.personal)}, with an assistant's ${tell(times.assistant)} (more: ${more.toFixed(2)} ms at the median, goal for all checks 0.3 ms)`,
  );
}

async function compareSearches(
  person: Client,
  token: string,
  { rare, middling, phrases }: Awaited<ReturnType<typeof findWords>>,
): Promise<void> {
  console.log(
    '| words | screen: median, 95th percentile | assistant: median, 95th percentile |\n|---|---|---|',
  );
  for (const [name, words] of Object.entries({ rare, middling, phrases })) {
    const times = { screen: [] as number[], assistant: [] as number[] };
    const search = {
      screen: (q: string) => person.call(searchTranscripts, { query: { q } }),
      assistant: (query: string) => callTool(person.url, token, 'search', { query }),
    };
    for (let n = -1; n < SEARCHES; n += 1) {
      const q = words[Math.max(n, 0) % words.length] ?? '';
      for (const who of n % 2 === 0
        ? (['screen', 'assistant'] as const)
        : (['assistant', 'screen'] as const)) {
        const ms = await timed(() => search[who](q));
        if (n >= 0) times[who].push(ms);
      }
    }
    console.log(`| ${name} | ${tell(times.screen)} | ${tell(times.assistant)} |`);
  }
}

async function othersMeanwhile(
  url: string,
  { other, words }: { other: Client; words: readonly string[] },
): Promise<void> {
  const tokens = await seedAssistants();
  const until = performance.now() + LOAD_SECONDS * 1000;
  const sampled = { calls: [] as number[], health: [] as number[], list: [] as number[] };
  const refused = new Map<number, number>();
  const assistants = tokens.map(async (token, at) => {
    for (let n = at; performance.now() < until; n += 1) {
      const [name, args] =
        n % 2 === 0 ? ['search', { query: words[n % words.length] }] : ['list_transcripts', {}];
      const begun = performance.now();
      const status = await callTool(url, token, String(name), args as object);
      if (status === 200) sampled.calls.push(performance.now() - begun);
      else {
        refused.set(status, (refused.get(status) ?? 0) + 1);
        await wait(500);
      }
    }
  });
  const sampling = (async () => {
    while (performance.now() < until) {
      sampled.health.push(await timed(() => other.call(getHealth, {})));
      sampled.list.push(await timed(() => other.call(listTranscripts, { query: {} })));
      await wait(50);
    }
  })();
  await Promise.all([...assistants, sampling]);
  const told = [...refused].map(([status, times]) => `${times} times ${status}`).join(', ');
  console.log(
    `\n${ASSISTANTS} assistants for ${LOAD_SECONDS} s: ${sampled.calls.length} calls (${tell(sampled.calls)})${told && `, refused: ${told}`}`,
  );
  console.log(
    `health ${tell(sampled.health)} (goal: 95th percentile below 50 ms); another person's list ${tell(sampled.list)} (below 1000 ms)`,
  );
}

/** People with an access token each, whose hashes are written directly: hashing passwords would take a minute. */
async function seedAssistants(): Promise<string[]> {
  const tokens = Array.from({ length: ASSISTANTS }, makeToken);
  await pool.query(
    `with people as (insert into users (email) select 'assistant' || n || '@example.test' from generate_series(1, $1::int) n returning id),
      numbered as (select id, row_number() over (order by id) as n from people)
    insert into access_tokens (token_hash, user_id, name, ending, scopes, expires_at)
      select hash, id, 'Bench', '', '{read}', now() + interval '1 day' from numbered join unnest($2::text[]) with ordinality as h(hash, place) on place = n`,
    [ASSISTANTS, tokens.map(hashToken)],
  );
  return tokens;
}

/** Calls a tool; returns the status. */
function callTool(url: string, token: string, name: string, args: object): Promise<number> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return send(url + MCP_PATH, headersOf(token), JSON.stringify(body));
}

function headersOf(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
}

function send(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).resume();
    })
      .on('error', reject)
      .end(body);
  });
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

function tell(ms: readonly number[]): string {
  return `${percentile(ms, 0.5).toFixed(1)}, ${percentile(ms, 0.95).toFixed(1)} ms`;
}
