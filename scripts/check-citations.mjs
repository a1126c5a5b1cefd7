// Finds comments and documents that cite a file or a decision that does not exist. Part of npm run check.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from './console.mjs';
import { ROOT } from './install.mjs';

const CODE = /\.(ts|tsx|mjs|cjs|css)$/;
const FOLDERS = ['.ci', '.github', 'bench', 'docs', 'scripts', 'src', 'tests'];
/** The path of a source file or a document, but not part of an address, a package name or a pattern like `<feature>.ts`. */
const CITED_FILE =
  /(?<![\w./#@<>*{}-])(?:#|\.{1,2}\/)?(?:[\w.-]+\/)*[\w.-]*[\w-]\.(?:ts|tsx|mjs|cjs|md|sql)\b(?![\w/*-]|\.\w)/g;
const CITED_DECISIONS = /\bdecisions? (\d{3})(?:(?:, | and )(\d{3}))*/gi;

/**
 * Finds every citation of something that does not exist.
 * @param {Map<string, string>} texts Each file's text by its path from the repository root.
 * @param {string[]} paths Every file that may be cited, in the same form.
 * @returns {string[]} Lines of the form `FILE:LINE cites WHAT`.
 */
export function findBrokenCitations(texts, paths) {
  const ends = new Set(paths.flatMap(endsOf));
  const decisions = new Set(paths.map((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1]));
  const isThere = (cited) => ends.has(cited.replace(/^(#|(\.{1,2}\/)+)/, ''));
  const broken = [];
  for (const [path, text] of texts) {
    const prose = CODE.test(path) ? commentsOf(text) : text;
    const report = (index, what) =>
      broken.push(`${path}:${prose.slice(0, index).split('\n').length} cites ${what}`);
    for (const { 0: cited, index } of prose.matchAll(CITED_FILE)) if (!isThere(cited)) report(index, cited);
    for (const { 0: cited, index } of prose.matchAll(CITED_DECISIONS))
      for (const [number] of cited.matchAll(/\d{3}/g))
        if (!decisions.has(number)) report(index, `decision ${number}`);
  }
  return broken;
}

/** A path, and what is left of it without its first folder, its first two, and so on: any of these may be cited. */
function endsOf(path) {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}

/** The text with everything except its comments blanked, so that positions stay. */
function commentsOf(text) {
  const kept = (match, comment) => (comment === undefined ? blank(match) : comment);
  // Strings come first, because a string may contain what looks like a comment.
  return text.replace(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*)|[^'"/\n]+|[\s\S]/g,
    kept,
  );
}

function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const atTop = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  const paths = [...atTop, ...FOLDERS.flatMap(filesBelow)];
  const read = paths.filter((path) => CODE.test(path) || path.endsWith('.md'));
  const texts = new Map(read.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const broken = findBrokenCitations(texts, paths);
  for (const line of broken) say(line);
  process.exit(broken.length === 0 && texts.size > 50 ? 0 : 1);
}
