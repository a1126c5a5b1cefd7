import { onTestFinished } from 'vitest';
import { buildApp } from '#server/app.ts';
import { drain } from '#server/http/drain.ts';
import { openDeps } from '#server/start.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import type { DatabaseConnection, TestApp } from './app.ts';
import { connectionTo } from './databases.ts';
import { Person } from './person.ts';
import { openTcpProxy } from './tcp-proxy.ts';

/** Another web node with the same database, which it reaches through a proxy, so that it can be cut off; closed when the test ends. */
export async function secondNode({ deps, sql }: Pick<TestApp, 'deps' | 'sql'>) {
  const [row] = await sql('select current_database() as name');
  const { host, port = 5432, ...rest }: DatabaseConnection = connectionTo(String(row?.name));
  const proxy = await openTcpProxy(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port);
  const opened = await openDeps({
    config: deps.config,
    log: deps.log,
    connection: { ...rest, host: '127.0.0.1', port: proxy.port },
    engine: createFakeEngine({}),
    mediaTool: deps.mediaTool,
  });
  const app = await buildApp(opened.deps);
  await app.ready();
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await drain(app, 0);
    await opened.close();
  };
  onTestFinished(async () => {
    proxy.open();
    await stop();
    await proxy.close();
  });
  let address: Promise<string> | undefined;
  return {
    proxy,
    /** Ends the node in order. */
    stop,
    listen: () => {
      address ??= app.listen({ host: '127.0.0.1', port: 0 });
      return address;
    },
    /** A signed-in person who comes to this node. */
    as: ({ cookie, token, user }: Person): Person => {
      const person = new Person(app);
      person.cookie = cookie;
      person.token = token;
      person.user = user;
      return person;
    },
  };
}
