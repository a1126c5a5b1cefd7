import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { whenClosed } from './when-closed.ts';

it.each(['before it is waited for', 'afterwards'])('notices that a client has gone %s', async (moment) => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf');
  // What the event is declared with.
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  request.on('error', () => undefined);
  const leave = async () => {
    socket.destroy();
    await expect.poll(() => request.closed && response.closed).toBe(true);
  };
  if (moment !== 'afterwards') await leave();
  const [ofRequest, ofResponse] = [vi.fn(), vi.fn()];
  whenClosed(request, ofRequest);
  whenClosed(response, ofResponse);
  if (moment === 'afterwards') {
    expect(ofRequest).not.toHaveBeenCalled();
    expect(ofResponse).not.toHaveBeenCalled();
    await leave();
  }
  expect(ofRequest).toHaveBeenCalledTimes(1);
  expect(ofResponse).toHaveBeenCalledTimes(1);
});
