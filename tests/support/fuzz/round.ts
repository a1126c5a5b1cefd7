import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { mountedRoutes } from '../access-matrix.ts';
import { seededRandom } from '../random.ts';
import { isEndless, unknownRoutes, validCall } from './calls.ts';
import { oddRequest, type WireRequest } from './requests.ts';
import { type Attacker, type Stage, withStage } from './stage.ts';
import { problemsOf } from './verdict.ts';
import { openWire, type Wire } from './wire.ts';

/** Attacks every route of a new application, or those whose names contain a text, with this many requests per attacker. Returns the problems found. */
export async function playRound(
  seed: number,
  { requests, only = '' }: { requests: number; only?: string },
): Promise<string[]> {
  const stage = await withStage();
  const mounted = mountedRoutes(stage.test.app.printRoutes({ commonPrefix: false }));
  expect(mounted.length).toBeGreaterThan(70);
  expect(unknownRoutes(mounted), 'name what they are sent in tests/support/fuzz/calls.ts').toEqual([]);
  const wrong: string[] = [];
  const before = resources();
  const wire = openWire(stage.host);
  const state = await stage.victimState();
  for (const route of mounted.filter((each) => each.includes(only))) {
    for (const attacker of stage.attackers)
      wrong.push(...(await attack(stage, wire, { route, attacker, seed, requests })));
    if ((await stage.victimState()) !== state)
      wrong.push(`${route} changed what is the victim's (${again(seed, route)})`);
  }
  wire.close();
  wrong.push(...stage.log.filter((line) => stage.secrets.some((secret) => line.includes(secret))));
  await expectRecovered(stage, before);
  return wrong;
}

interface Attack {
  route: string;
  attacker: Attacker;
  seed: number;
  requests: number;
}

async function attack(
  stage: Stage,
  wire: Wire,
  { route, attacker, seed, requests }: Attack,
): Promise<string[]> {
  const wrong: string[] = [];
  const { person, secrets, target } = attacker;
  const own = attacker.name === 'owner' ? await stage.ownWorld({ isNew: !route.startsWith('GET ') }) : target;
  for (let number = 0; number < requests; number += 1) {
    const random = seededRandom(hash(`${seed} ${route} ${attacker.name} ${number}`));
    const world = random.chance(0.85) ? own : target;
    const call = await validCall(route, { world, person, random });
    const request = asSentBy(attacker, oddRequest(call, random), random.below(250));
    const question = { route, request, isSignedIn: person.cookie !== '', secrets };
    const problems = await wire.send(request, { random, isEndless: isEndless(route) }).then(
      (answer) => problemsOf(question, answer),
      (error: Error) => [error.message],
    );
    wrong.push(
      ...problems.map((problem) =>
        describe(problem, { request, attack: { route, attacker, seed, requests } }),
      ),
    );
    // Otherwise all following requests would be answered with 401.
    if (/sign-out|logout/.test(route)) await stage.restore();
  }
  await stage.restore();
  return wrong;
}

/** Expects that afterwards other users are served, and that no resources have leaked. */
async function expectRecovered({ test }: Stage, before: string[]): Promise<void> {
  await test.visitor().call(getHealth, {});
  const busy = () =>
    test.sql(
      "select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'",
    );
  await expect.poll(busy, { message: 'busy connections to the database' }).toEqual([]);
  const unfinished = () => readdir(join(test.deps.config.dataDir, 'media/.incoming')).catch(() => []);
  await expect.poll(unfinished, { message: 'unfinished files in the store' }).toEqual([]);
  const connections = () =>
    new Promise((resolve) => test.app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { message: 'connections to the server' }).toBe(0);
  const more = () => without(resources(), before);
  await expect.poll(more, { message: 'open handles' }).toEqual([]);
}

/** The active resources of this process, except connections to the database, which come and go and are checked separately. */
function resources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => !['PipeWrap', 'TCPSocketWrap', 'Timeout', 'Immediate', 'TickObject'].includes(kind))
    .sort();
}

/** The multiset difference: the list without one occurrence for each of the others. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return list.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function asSentBy({ person }: Attacker, request: WireRequest, address: number): WireRequest {
  const headers = {
    ...(person.cookie ? { cookie: person.cookie } : {}),
    // Limits count by address, so requests come from many addresses.
    'x-forwarded-for': `10.0.0.${address}`,
    ...request.headers,
  };
  return { ...request, headers };
}

function describe(problem: string, { request, attack }: { request: WireRequest; attack: Attack }): string {
  const { method, target, headers, body, about } = request;
  return [
    problem,
    `${attack.attacker.name}, with ${about} odd: ${method} ${target.slice(0, 300)}`,
    JSON.stringify(headers).slice(0, 500),
    body ? `${body.length} bytes: ${body.toString().slice(0, 500)}` : 'no body',
    again(attack.seed, attack.route),
  ].join('\n');
}

function again(seed: number, route: string): string {
  return `again: npm run test:fuzz -- --seed ${seed} --route '${route}'`;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
