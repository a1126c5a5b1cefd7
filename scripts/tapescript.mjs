#!/usr/bin/env node
// npx git+https://HOST/OWNER/tapescript.git --server URL FILE|FOLDER...: npm run transcribe on a server, without a clone (docs/programs.md). Needs Node.js 22.15.
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const { registerHooks, stripTypeScriptTypes } = nodeModule;
if (!registerHooks || !stripTypeScriptTypes) {
  process.stderr.write(`This needs Node.js 22.15 or newer, and this is ${process.version}.\n`);
  process.exit(1);
}
// Node.js calls it experimental in a line of its own.
process.removeAllListeners('warning');
// By itself, Node.js strips no types below node_modules, where npx puts this package.
registerHooks({
  load: (url, context, nextLoad) =>
    url.startsWith('file:') && url.endsWith('.ts')
      ? {
          format: 'module',
          source: stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8')),
          shortCircuit: true,
        }
      : nextLoad(url, context),
});
await import('../src/server/cli/remote/main.ts');
