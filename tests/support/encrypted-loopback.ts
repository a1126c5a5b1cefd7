import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

/** For 127.0.0.1 and nothing else; anyone may know it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJd5/zbnQD7LnPluM
onmL2Q7K8wy7oTqRRe8bmp7mEH6hRANCAASaYabAf5iSI55QK1qVk6bqiafZ1lC1
Ufmns+1s7X8ba2GZ8AdK18R3gY3PANgb3qBxP1CSxklw1X40YmL5/W37
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU+gAwIBAgIUKqyv6pq6oSXDbhVm2LFLdXozFjowCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQVGFwZXNjcmlwdCB0ZXN0czAgFw0yNjExMjYyMjQ4MzRaGA8y
MTI2MTEwMjIyNDgzNFowGzEZMBcGA1UEAwwQVGFwZXNjcmlwdCB0ZXN0czBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABJphpsB/mJIjnlArWpWTpuqJp9nWULVR+aez
7WztfxtrYZnwB0rXxHeBjc8A2BveoHE/UJLGSXDVfjRiYvn9bfujbzBtMB0GA1Ud
DgQWBBQLJs5Cc6QrtguJXrEgdfcdmNkMizAfBgNVHSMEGDAWgBQLJs5Cc6QrtguJ
XrEgdfcdmNkMizAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGHBH8AAAGCCWxv
Y2FsaG9zdDAKBggqhkjOPQQDAgNHADBEAiAKPpGBh2L+fFgekkFAeEQD5vE4cXhl
PQVwIsih23MqzwIgJrz8l+lQDBdPebLjlohVRZbzsbKLn4Kfb3r5GGxxsOI=
-----END CERTIFICATE-----
`;

/** Starts an https server on a free port of this machine, whose certificate this process believes until the test ends. */
export async function startEncryptedLoopback(
  handle: RequestListener,
  options: ServerOptions = {},
): Promise<string> {
  const believed = getCACertificates('default');
  setDefaultCACertificates([...believed, CERTIFICATE]);
  const server: Server = createServer({ key: KEY, cert: CERTIFICATE, ...options }, handle).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => {
    setDefaultCACertificates(believed);
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
