import { escapeHtml } from '../html.ts';
import { EXAMPLES, type Example, LANGUAGES, type Language, readExample } from './examples.ts';

// The keys of LANGUAGES.
const NAMES = Object.keys(LANGUAGES) as Language[];

/** The examples, each with a tab for every language; without scripts, too. */
export async function examplesHtml(): Promise<string> {
  const articles = await Promise.all(EXAMPLES.map(exampleHtml));
  return `<section aria-labelledby="examples">
<h2 id="examples">Examples</h2>
<p>A program acts for you with an access token, which you make in <a href="/settings">Settings</a> and which can do only what its scopes allow. The examples read the address of this server and the token from the environment, and need nothing but curl, Python 3.9 or Node.js 24. 12 stands for a transcript’s number, the one in the address of its page.</p>
<pre class="environment" tabindex="0" aria-label="The environment of the examples">export TAPESCRIPT_URL=https://tapescript.example.org
export TAPESCRIPT_TOKEN=tps_...</pre>
${articles.join('\n')}
</section>`;
}

async function exampleHtml(example: Example): Promise<string> {
  const { id, title, scopes, note } = example;
  const texts = await Promise.all(NAMES.map((language) => readExample(example, language)));
  return `<article class="example" id="example-${id}" aria-labelledby="example-${id}-title">
<h3 id="example-${id}-title"><a href="#example-${id}">${escapeHtml(title)}</a></h3>
<p class="caller">Scope${scopes.length > 1 ? 's' : ''}: ${scopes.join(' and ')}</p>
${note === undefined ? '' : `<p>${note}</p>`}
<div class="bar">
<fieldset>
<legend>Language of “${escapeHtml(title)}”</legend>
${NAMES.map((language) => tabHtml(id, language)).join('\n')}
</fieldset>
<button type="button" class="copy" hidden>Copy<span class="of"> “${escapeHtml(title)}”</span></button>
</div>
${NAMES.map((language, index) => `<pre class="${language}" tabindex="0" aria-label="${escapeHtml(title)}, ${LANGUAGES[language].label}">${escapeHtml(texts[index] ?? '')}</pre>`).join('\n')}
</article>`;
}

/** Radio buttons: the keyboard moves between them as between tabs, and no script is needed to show what is chosen. */
function tabHtml(id: string, language: Language): string {
  const checked = language === NAMES[0] ? ' checked' : '';
  return `<label><input type="radio" name="language-${id}" value="${language}"${checked}>${LANGUAGES[language].label}</label>`;
}
