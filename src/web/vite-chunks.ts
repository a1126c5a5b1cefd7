import type { Plugin, Rolldown } from 'vite';

/** The pages that people arrive at. */
const PAGES = {
  landing: /\/routes\/landing\.tsx$/,
  account: /\/routes\/(sign-in|join)\.tsx$/,
  shared: /\/routes\/shared\.tsx$/,
  'signed-in': /\/routes\/signed-in\.tsx$/,
};
/** Both are imported from files that list everything, so that imports do not say who uses what; the build finds out. */
const ICONS = /\/node_modules\/lucide-react\//;
const CONTROLS =
  /\/node_modules\/(@radix-ui|@floating-ui|aria-hidden|get-nonce|react-remove-scroll|react-style-singleton|tslib|use-callback-ref|use-sidecar)/;

const BY_USE = { entriesAware: true, entriesAwareMergeThreshold: 20_000 };

/**
 * Into which files the build puts modules that are loaded together: one for the frame of all pages, and one for each set of pages that has
 * modules in common. Left alone, the build cuts along every dialog, too, and a phone fetches fifty files, six at a time.
 */
export const pageChunks = {
  // What a module imports goes where its own pages say.
  includeDependenciesRecursively: false,
  groups: [
    { name: 'main', tags: ['$initial'], priority: 3 },
    { name: 'icons', test: ICONS, ...BY_USE, priority: 2 },
    { name: 'controls', test: CONTROLS, ...BY_USE, priority: 2 },
    { name: pagesWith, debugName: 'pages', test: (id) => !ICONS.test(id) && !CONTROLS.test(id), priority: 1 },
  ],
} satisfies Rolldown.CodeSplittingOptions;

/**
 * Writes into a file of the build which files each page needs that people arrive at, besides those of the frame, so that the server can name them
 * in the page and the browser need not run the frame before it asks for them (src/server/http/arrivals.ts).
 */
export function arrivalFiles(): Plugin {
  return {
    name: 'arrival-files',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const reached = (name: string, seen = new Set<string>()): Set<string> => {
        const file = bundle[name];
        if (file?.type !== 'chunk' || seen.has(name)) return seen;
        seen.add(name);
        for (const next of file.imports) reached(next, seen);
        return seen;
      };
      const frame = new Set(chunks.flatMap((chunk) => (chunk.isEntry ? [...reached(chunk.fileName)] : [])));
      const filesOf = (page: RegExp) =>
        chunks
          .filter(({ moduleIds }) => moduleIds.some((id) => page.test(id)))
          .flatMap(({ fileName }) => [...reached(fileName)])
          .filter((name) => !frame.has(name));
      const stylesOf = (name: string) => [
        ...(bundle[name]?.type === 'chunk' ? (bundle[name].viteMetadata?.importedCss ?? []) : []),
      ];
      const arrivals = Object.fromEntries(
        Object.entries(PAGES).map(([name, page]) => [
          name,
          filesOf(page).flatMap((file) => [file, ...stylesOf(file)]),
        ]),
      );
      this.emitFile({ type: 'asset', fileName: 'arrivals.json', source: JSON.stringify(arrivals) });
    },
  };
}

/** Fails the build if files import each other in a circle: what the first of them declares would not be there yet while the others run. */
export function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_options, bundle) {
      const importsOf = (name: string) => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.imports : [];
      };
      for (const name of Object.keys(bundle)) {
        const reached = new Set(importsOf(name));
        // Also goes through those that are added meanwhile.
        for (const each of reached) for (const next of importsOf(each)) reached.add(next);
        if (reached.has(name)) throw new Error(`${name} imports itself in a circle.`);
      }
    },
  };
}

/** The pages that load a module with their first files, as a name; null if none does. */
function pagesWith(id: string, build: Rolldown.ChunkingContext): string | null {
  const importers = new Set([id]);
  // Also goes through those that are added meanwhile.
  for (const each of importers)
    for (const next of build.getModuleInfo(each)?.importers ?? []) importers.add(next);
  const pages = Object.entries(PAGES).filter(([, page]) => [...importers].some((each) => page.test(each)));
  // What nearly all pages have in common is little: one file more would cost the others more than these bytes the last.
  const isCommon =
    pages.length === Object.keys(PAGES).length - 1 && pages.some(([name]) => name === 'landing');
  return (isCommon ? Object.entries(PAGES) : pages).map(([name]) => name).join('-') || null;
}
