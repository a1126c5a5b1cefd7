import { expect, it } from 'vitest';
import { mountedRoutes } from '#tests/support/access-matrix.ts';
import { isEndless, unknownRoutes, validCall } from '#tests/support/fuzz/calls.ts';
import { oddRequest, type WireRequest } from '#tests/support/fuzz/requests.ts';
import { type Attacker, withStage } from '#tests/support/fuzz/stage.ts';
import { problemsOf } from '#tests/support/fuzz/verdict.ts';
import { type Answer, openWire } from '#tests/support/fuzz/wire.ts';
import { seededRandom } from '#tests/support/random.ts';

// npm run test:fuzz sets these; npm test runs the same few requests each time.
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
/** Only routes that hold this text. */
const ROUTE = process.env.FUZZ_ROUTE ?? '';
const REQUESTS_EACH = SECONDS > 0 ? 25 : 6;

it(
  'answers whatever is sent to it: no failure, no hang, nothing of others told or changed',
  async () => {
    const wrong: string[] = [];
    let sent = 0;
    const until = Date.now() + SECONDS * 1000;
    for (let seed = SEED; seed === SEED || (Date.now() < until && wrong.length === 0); seed += 1) {
      const round = await playRound(seed);
      sent += round.sent;
      wrong.push(...round.wrong);
    }
    console.log(sent);(await import('node:fs')).writeFileSync('/tmp/fuzz-wrong.txt', wrong.join('\n\n'));
    expect(wrong).toEqual([]);
  },
  (SECONDS + 300) * 1000,
);

async function playRound(seed: number) {
  const stage = await withStage();
  const { test, attackers, shared } = stage;
  const mounted = mountedRoutes(test.app.printRoutes({ commonPrefix: false }));
  expect(unknownRoutes(mounted)).toEqual([]);
  expect(mounted.length).toBeGreaterThan(70);
  const wire = openWire(stage.host);
  const wrong: string[] = [];
  let sent = 0;
  let own = await stage.ownWorld();
  let before = await stage.victimState();
  for (const route of mounted.filter((each) => each.includes(ROUTE))) {
    for (const attacker of attackers) {
      for (let number = 0; number < REQUESTS_EACH; number += 1) {
        const random = seededRandom(hash(`${seed} ${route} ${attacker.name} ${number}`));
        const world = attacker.name === 'owner' && random.chance(0.85) ? own : shared;
        const call = await validCall(route, { world, person: attacker.person, random });
        const request = asSentBy(attacker, oddRequest(call, random), random.below(250));
        const started = performance.now();
        const answer = await wire
          .send(request, { random, isEndless: isEndless(route) })
          .catch((error: Error) => error);
        const took = performance.now() - started;
        if (took > 1500)
          console.log(
            took,
            request.about,
            request.target.slice(0, 100),
            'status' in answer ? answer.status : answer,
          );
        sent += 1;
        const question = {
          route,
          request,
          isSignedIn: attacker.person.cookie !== '',
          secrets: attacker.secrets,
        };
        const problems = answer instanceof Error ? [answer.message] : problemsOf(question, answer);
        wrong.push(...problems.map((problem) => describe(problem, { seed, route, attacker, request })));
      }
      await stage.restore();
      if (attacker.name === 'owner' && !route.startsWith('GET')) own = await stage.ownWorld();
    }
    const after = await stage.victimState();
    if (after !== before) wrong.push(`${route} changed something of the victim (FUZZ_SEED=${seed})`);
    before = after;
  }
  wire.close();
  return { sent, wrong };
}

function asSentBy({ person }: Attacker, request: WireRequest, address: number): WireRequest {
  const headers = {
    ...(person.cookie ? { cookie: person.cookie } : {}),
    // Limits count by address: everybody comes from many.
    'x-forwarded-for': `10.0.0.${address}`,
    ...request.headers,
  };
  return { ...request, headers };
}

function describe(
  problem: string,
  {
    seed,
    route,
    attacker,
    request,
  }: { seed: number; route: string; attacker: Attacker; request: WireRequest },
): string {
  const { method, target, headers, body, about } = request;
  return [
    `${problem}`,
    `  ${attacker.name}, odd: ${about}`,
    `  ${method} ${target.slice(0, 300)}`,
    `  ${JSON.stringify(headers).slice(0, 500)}`,
    `  ${body?.toString().slice(0, 500) ?? 'no body'} (${body?.length ?? 0} bytes)`,
    `  again: FUZZ_SEED=${seed} FUZZ_ROUTE='${route}' npm run test:fuzz`,
  ].join('\n');
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
