import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { hostAndPort, isPublicAddress, literalAddress } from './addresses.ts';
import { OutboundError } from './outbound-error.ts';

/** Every address that a name resolves to. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

const CONNECT_MS = 10_000;

/**
 * Connects only to public addresses. The single lookup of a connection is both checked and used, so a name that resolves
 * differently the next time (rebinding) gains nothing; and the socket's remote address is checked once more.
 */
export function createGuardedAgent(allowed: ReadonlySet<string>, resolve: Resolve = resolveBySystem): Agent {
  const connectFreely = buildConnector({ timeout: CONNECT_MS, allowH2: false, lookup: lookupBy(resolve) });
  const connectPublic = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    lookup: lookupBy(resolve, refuseUnlessAllPublic),
  });
  return new Agent({
    allowH2: false,
    connections: 8,
    // Each request has its own limits (`watch.ts`): a speech server may think for longer than undici's five minutes.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, done) => {
      if (allowed.has(hostAndPort({ ...options, port: options.port ?? '' })))
        return connectFreely(options, done);
      // There is no lookup for an IP address.
      const literal = literalAddress(options.hostname);
      if (literal !== undefined && !isPublicAddress(literal)) return done(notPublic(literal), null);
      return connectPublic(options, (error, socket) => {
        if (error) return done(error, null);
        const reached = socket.remoteAddress ?? '';
        if (isPublicAddress(reached)) return done(null, socket);
        socket.destroy();
        return done(notPublic(reached), null);
      });
    },
  });
}

type Addresses = Awaited<ReturnType<Resolve>>;

/** A resolver in the form that node:net expects. */
function lookupBy(resolve: Resolve, check: (addresses: Addresses) => void = () => undefined): LookupFunction {
  return (hostname, options, done) => {
    const answer = async () => {
      const addresses = await resolve(hostname);
      check(addresses);
      const [first] = addresses;
      if (!first) throw new OutboundError('unreachable', `no address for ${hostname}`);
      return { addresses, first };
    };
    answer().then(
      ({ addresses, first }) =>
        options.all ? done(null, addresses) : done(null, first.address, first.family),
      (error: Error) => done(error, []),
    );
  };
}

/** One private address among public ones is also an attack: we do not control which one is used. */
function refuseUnlessAllPublic(addresses: Addresses): void {
  const wrong = addresses.find(({ address }) => !isPublicAddress(address));
  if (wrong) throw notPublic(wrong.address);
}

function notPublic(address: string): OutboundError {
  return new OutboundError('refused', `not a public address: ${address}`);
}

function resolveBySystem(hostname: string): Promise<Addresses> {
  return systemLookup(hostname, { all: true });
}
