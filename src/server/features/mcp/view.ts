import { readFile } from 'node:fs/promises';

/** Names the view in the answers of tools (MCP Apps). */
export const VIEW_URI = 'ui://tapescript/passages.html';
export const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';

let made: Promise<string> | undefined;

/** The view of an answer, as one file that loads nothing but recordings. */
export function readView(): Promise<string> {
  made ??= makeView();
  return made;
}

async function makeView(): Promise<string> {
  const [style, script] = await Promise.all(
    ['view.css', 'view.js'].map((name) => readFile(new URL(`./view/${name}`, import.meta.url), 'utf8')),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tapescript</title>
<style>
${style}</style>
</head>
<body>
<main>
<h1 id="title" dir="auto">Tapescript</h1>
<audio id="player" controls preload="metadata" hidden></audio>
<ol id="passages" aria-label="Passages"></ol>
<footer>
<button type="button" id="open" hidden>Open in Tapescript</button>
<span id="status" role="status"></span>
</footer>
</main>
<script type="module">
${script}</script>
</body>
</html>
`;
}
