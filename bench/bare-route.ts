// A separate process for comparison: a Fastify with a single route that answers the bytes it was given.
import Fastify from 'fastify';

const app = Fastify();
let answer = '';
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
app.get('/health', () => ({ status: 'ok' }));
process.on('message', async (text) => {
  answer = String(text);
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
});
process.on('disconnect', () => process.exit(0));
