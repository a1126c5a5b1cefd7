import type { FastifyInstance } from 'fastify';
import { getCurrentUser } from '#contract/auth.ts';
import { Person } from './person.ts';

/** The parts of a browser that a login needs: it follows redirects and keeps the cookies of two sites. */
export class LoginBrowser {
  readonly app: FastifyInstance;
  /** The application's cookies. */
  readonly ours = new Map<string, string>();
  readonly theirs = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  /** Requests an address of the application and returns where it redirects to. */
  async open(address: string, headers: Record<string, string> = {}): Promise<string> {
    const { pathname, search } = new URL(address, 'http://localhost');
    const response = await this.app.inject({
      url: pathname + search,
      headers: { cookie: asHeader(this.ours), ...headers },
    });
    keep(this.ours, [response.headers['set-cookie'] ?? []].flat());
    return response.headers.location ?? `status ${response.statusCode}`;
  }

  /** Starts the login and returns the provider's address. */
  begin(returnTo = '/'): Promise<string> {
    return this.open(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
  }

  /** Signs in at the provider, or cancels if `account` is null; returns the address that the provider redirects back to. */
  async atProvider(address: string, account: string | null): Promise<string> {
    const { origin } = new URL(address);
    let next = new URL(address);
    for (let steps = 0; steps < 10; steps += 1) {
      const isForm = next.pathname.startsWith('/sign-in/');
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: asHeader(this.theirs) },
        ...(isForm ? { method: 'POST', body: new URLSearchParams(account === null ? {} : { account }) } : {}),
      });
      keep(this.theirs, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next}: ${response.status} ${await response.text()}`);
      next = new URL(location, next);
      if (next.origin !== origin) return next.href;
    }
    throw new Error('The provider never sends back.');
  }

  /** Goes through the whole login and returns the final address. */
  async signIn(account: string | null, returnTo?: string): Promise<string> {
    return this.open(await this.atProvider(await this.begin(returnTo), account));
  }

  /** The signed-in user; rejects with Refused if nobody is signed in. */
  whoAmI() {
    const person = new Person(this.app);
    person.cookie = asHeader(this.ours);
    return person.call(getCurrentUser, {});
  }
}

function keep(jar: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const expires = attributes.find((each) => /^expires=/i.test(each))?.slice('expires='.length);
    const isGone =
      attributes.includes('Max-Age=0') || (expires !== undefined && Date.parse(expires) <= Date.now());
    if (isGone) jar.delete(name);
    else jar.set(name, value);
  }
}

function asHeader(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
