// npm run test:s3: the tests that need a real S3 server. Debian's Swift is one; it is installed once, which takes a minute or two, so
// npm test leaves them out.
import { existsSync } from 'node:fs';
import { fail } from './console.mjs';
import { buildWeb, findNode, installByApt, installPackages, pathWithBin, run } from './prepare.mjs';

const SWIFT = '/usr/lib/python3/dist-packages/swift';
const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];

await installPackages();
if (!existsSync(SWIFT)) installByApt(PACKAGES);
if (!existsSync(SWIFT)) fail(`These tests need Swift: install ${PACKAGES.join(' ')} and run this again.`);
await buildWeb();
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=s3', ...process.argv.slice(2)];
process.exit(await run(findNode(), args, { path: pathWithBin() }));
