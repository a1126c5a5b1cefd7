// npm run test:s3: the tests that need a real S3 server. Installing Debian's Swift takes a minute or two, once, so
// npm test skips these tests.
import { fail } from './console.mjs';
import { installPackages } from './install.mjs';
import { buildWeb } from './prepare.mjs';
import { finish, runTests } from './run-tests.mjs';
import { installSwift, PACKAGES } from './swift.mjs';

await installPackages();
if (!installSwift()) fail(`These tests need Swift: install ${PACKAGES.join(' ')} and run this again.`);
await buildWeb();
finish(await runTests(['--project=s3', ...process.argv.slice(2)]));
