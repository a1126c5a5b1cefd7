// The import rules of docs/architecture.md. scripts/check.mjs fails if no modules were read.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$|\\.compliance\\.ts$' },
  to: { path: '^(src|tests|bench|scripts)/', pathNot: allowed },
});
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/server/features/' },
      to: { circular: true },
    },
    only('contract-is-a-leaf', '^src/contract/', '^src/contract/'),
    only('domain-knows-contract', '^src/domain/', '^src/(contract|domain)/'),
    only('speech-knows-domain', '^src/speech/', '^src/(contract|domain|speech)/'),
    only('embedding-knows-speech', '^src/embedding/', '^src/(contract|domain|speech|embedding)/'),
    only('ai-knows-domain', '^src/ai/', '^src/(contract|domain|ai)/'),
    only('server-knows-no-web', '^src/server/', '^src/(contract|domain|speech|embedding|ai|server)/'),
    only('web-knows-contract-and-domain', '^src/web/', '^src/(contract|domain|web)/'),
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core', 'npm-dev'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '\\.test\\.ts$|^src/domain/lexicon/library\\.ts$' },
      to: { dependencyTypes: ['npm', 'core', 'npm-dev'], pathNot: 'node_modules/zod/' },
    },
    {
      // Pure functions and lists of words, which the browser must not load (decision 083).
      name: 'words-of-languages-in-one-file',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/domain/lexicon/library\\.ts$' },
      to: { path: 'node_modules/@orama/' },
    },
    {
      name: 'browser-without-words-of-languages',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/domain/lexicon/', reachable: true },
    },
    {
      name: 'sql-only-in-queries',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: '^src/server/(db/|jobs/queue\\.ts|.*queries\\.ts$|start\\.ts|events/bus\\.ts)|\\.test\\.ts$',
      },
      to: { path: 'node_modules/(drizzle-orm|pg)/' },
    },
    {
      name: 'features-enter-by-the-front-door',
      severity: 'error',
      // The sweep looks through the tables of all.
      from: { path: '^src/server/features/([^/]+)/', pathNot: '\\.test\\.ts$|/upkeep/' },
      to: {
        path: '^src/server/features/([^/]+)/',
        pathNot: '^src/server/features/$1/|/(service|access)\\.ts$',
      },
    },
    {
      // Node may abort the whole server when a thread is terminated (decision 034): use server/work/process-pool.ts.
      name: 'no-threads-in-the-server',
      severity: 'error',
      from: { path: '^src/(server|ai|embedding|speech|domain)/' },
      to: { path: '^(node:)?worker_threads$|node_modules/(piscina|tinypool)/' },
    },
    {
      name: 'web-features-do-not-meet',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/([^/]+)/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'ui-kit-is-a-leaf',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/', pathNot: '^src/(web/ui|web/lib|domain|contract)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$|\\.compliance\\.ts$' },
      to: { path: '^(tests|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
