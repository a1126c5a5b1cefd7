import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { drain } from '#server/http/drain.ts';
import { testApp } from '#tests/support/app.ts';

it('answers what comes on a connection that a proxy has kept open when it is told to stop, and takes no new one', async () => {
  const { app, listen } = await testApp();
  const url = await listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async (by: Agent): Promise<IncomingMessage> => {
    const [response] = await once(get(url + getHealth.path, { agent: by }), 'response');
    response.resume();
    await once(response, 'end');
    return response;
  };
  expect((await ask(agent)).headers.connection).toBe('keep-alive');

  const drained = drain(app, 10_000);
  const last = await ask(agent);
  expect(last.statusCode).toBe(200);
  expect(last.headers.connection).toBe('close');
  await expect(ask(new Agent())).rejects.toThrow('ECONNREFUSED');
  await drained;
});
