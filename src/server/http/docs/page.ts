import type { Endpoint } from '#contract/endpoint.ts';
import { ERRORS } from '#contract/errors.ts';
import { endpoints } from '#contract/registry.ts';
import { VERSION } from '../../version.ts';
import { escapeHtml } from '../html.ts';
import { callerText, tokenText } from './callers.ts';
import { examplesHtml } from './examples-html.ts';
import { OTHER_ROUTES } from './other-routes.ts';
import { describeShape } from './shapes.ts';

/** Titles of the sections, by what follows /api/ in their paths, in the order of the page. */
const GROUPS: Readonly<Record<string, string>> = {
  auth: 'People and sessions',
  upload: 'Uploads',
  recordings: 'Live recordings',
  podcasts: 'Podcasts',
  youtube: 'Videos',
  transcribe: 'Transcribing from elsewhere',
  transcripts: 'Transcripts',
  search: 'Searching passages and notes',
  share: 'Public links',
  projects: 'Projects',
  invitations: 'Invitations',
  articles: 'Articles',
  library: 'Questions to the whole library',
  speech: 'Speech engines',
  user: 'Access tokens, API keys and the speech server',
  media: 'Media',
  health: 'The server',
};

/** The contract as one HTML page, which needs its script only to copy examples. */
export async function makeDocsPage(): Promise<string> {
  const examples = await examplesHtml();
  const groups = groupEndpoints();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Tapescript: HTTP interface</title>
<link rel="stylesheet" href="/api/docs/style.css">
<link rel="icon" href="/icon.svg">
<script src="/api/docs/script.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the endpoints</a>
<header>
<h1>Tapescript: HTTP interface</h1>
<p>Version ${escapeHtml(VERSION)}. JSON both ways, times in seconds, errors as <code>{message, code}</code>. Who is signed in has a session cookie; requests that change something are refused when another site's page sends them. Programs send an access token: <code>Authorization: Bearer tps_...</code>. The same as OpenAPI: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Parts of the interface">
<ul>
<li><a href="#examples">Examples</a></li>
${groups.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('\n')}
<li><a href="#others">Files, streams and pages</a></li>
<li><a href="#errors">Errors</a></li>
</ul>
</nav>
</header>
<main id="main" tabindex="-1">
${examples}
${groups.map(groupHtml).join('\n')}
<section aria-labelledby="others">
<h2 id="others">Files, streams and pages</h2>
${OTHER_ROUTES.map(otherHtml).join('\n')}
</section>
<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<dl>
${Object.entries(ERRORS).map(errorHtml).join('\n')}
</dl>
</section>
</main>
<p id="status" role="status"></p>
</body>
</html>
`;
}

interface Group {
  id: string;
  title: string;
  endpoints: Endpoint[];
}

function groupEndpoints(): Group[] {
  const groups = Object.entries(GROUPS).map(([id, title]): Group => ({ id, title, endpoints: [] }));
  for (const endpoint of endpoints) {
    const [, , part = ''] = endpoint.path.split('/');
    const id = part.split('-', 1)[0] ?? part;
    const group = groups.find((each) => each.id === id);
    if (group) group.endpoints.push(endpoint);
    else groups.push({ id, title: id, endpoints: [endpoint] });
  }
  return groups;
}

function groupHtml({ id, title, endpoints: listed }: Group): string {
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(title)}</h2>
${listed.map(endpointHtml).join('\n')}
</section>`;
}

function endpointHtml(endpoint: Endpoint): string {
  const { method, path, summary, status, params, query, body, response } = endpoint;
  const parts = [
    params && shapeHtml('In the path', describeShape(params, 'input')),
    query && shapeHtml('In the query', describeShape(query, 'input')),
    body && shapeHtml('Sent as JSON', describeShape(body, 'input')),
    shapeHtml(`Answered, ${status ?? 200}`, describeShape(response, 'output')),
  ];
  return `<article id="${idOf(`${method} ${path}`)}">
${headingHtml(`${method} ${path}`)}
<p>${escapeHtml(summary)}</p>
<p class="caller">${callerText(endpoint)}</p>
<details>
<summary>Shapes<span class="of"> of ${escapeHtml(`${method} ${path}`)}</span></summary>
${parts.filter(Boolean).join('\n')}
</details>
</article>`;
}

function otherHtml({ name, summary, caller, gate }: (typeof OTHER_ROUTES)[number]): string {
  return `<article id="${idOf(name)}">
${headingHtml(name)}
<p>${escapeHtml(summary)}</p>
<p class="caller">For ${escapeHtml(caller === 'signed in' ? 'people who are signed in' : caller)}${gate ? `. ${tokenText(gate)}` : ''}</p>
</article>`;
}

function headingHtml(name: string): string {
  const [method = '', path = ''] = name.split(' ');
  return `<h3><a href="#${idOf(name)}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></a></h3>`;
}

function shapeHtml(title: string, text: string): string {
  return `<h4>${escapeHtml(title)}</h4>\n<pre>${escapeHtml(text)}</pre>`;
}

function errorHtml([code, { status, message }]: [string, { status: number; message: string }]): string {
  return `<div><dt><code>${code}</code> ${status}</dt><dd>${escapeHtml(message)}</dd></div>`;
}

/** 'get-api-projects-id'. */
function idOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
