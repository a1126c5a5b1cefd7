import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/** A vulnerability as reported by the registry. */
export interface Advisory {
  id: number;
  url: string;
  title: string;
  severity: 'low' | 'moderate' | 'high' | 'critical';
  vulnerable_versions: string;
}

/** The body of a request: the versions of each package. */
const Asked = z.record(z.string(), z.array(z.string()));

/** How the registry replies: with its advisories, with an error, with a broken connection, with nonsense, or not at all. */
export type RegistryMood = 'reports' | 'rejects' | 'disconnects' | 'sends nonsense' | 'never replies';

/** Starts a double of the npm registry's bulk advisory endpoint, with these advisories by package. Stopped when the test ends. */
export async function startRegistry(known: Record<string, Advisory[]>, mood: RegistryMood) {
  const asked: z.infer<typeof Asked>[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET')
      return sendPackage(response, decodeURIComponent(request.url?.slice(1) ?? ''));
    const sent = await buffer(request);
    const isGzip = request.headers['content-encoding'] === 'gzip';
    if (request.url !== '/-/npm/v1/security/advisories/bulk' || !isGzip || mood === 'rejects') {
      return response.writeHead(405, { 'content-length': 0 }).end();
    }
    const question = Asked.parse(JSON.parse(gunzipSync(sent).toString()));
    asked.push(question);
    if (mood === 'never replies') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    if (mood === 'reports') return response.end(JSON.stringify(onlyAsked(known, question)));
    if (mood === 'sends nonsense') return response.end('<html>Welcome to the hotel</html>');
    response.write('{"left-', () => response.socket?.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, asked };
}

function onlyAsked(known: Record<string, Advisory[]>, question: z.infer<typeof Asked>) {
  return Object.fromEntries(
    Object.entries(known)
      .filter(([name]) => question[name])
      .map(([name, advisories]) => [
        name,
        advisories.map((each) => ({ ...each, cwe: ['CWE-400'], cvss: { score: 7.5, vectorString: null } })),
      ]),
  );
}

/** Sends a package's versions, which npm requests for packages with an advisory. */
function sendPackage(response: ServerResponse, name: string): void {
  const versions = Object.fromEntries(
    ['1.0.0', '1.0.1'].map((version) => [version, { name, version, dist: {} }]),
  );
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.1' }, versions, time: {} }));
}
