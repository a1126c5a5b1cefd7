// Adds to the page what cannot be had without a script: copying, and one choice of language for all examples.
const STORED = 'tapescript-docs-language';
const status = document.getElementById('status');

const TOLD_MS = 4000;
let told;

/** Shows a message for a while; the same one twice is said twice. */
function tell(message) {
  clearTimeout(told);
  status.textContent = '';
  requestAnimationFrame(() => {
    status.textContent = message;
  });
  told = setTimeout(() => {
    status.textContent = '';
  }, TOLD_MS);
}

/** Shows all examples in a language. */
function choose(language) {
  for (const tab of document.querySelectorAll(`.example input[value="${language}"]`)) tab.checked = true;
}

/** Copies a text, also where the page is not served over HTTPS and has no clipboard of its own. */
async function copy(pre) {
  if (navigator.clipboard) return navigator.clipboard.writeText(pre.textContent);
  const selection = getSelection();
  selection.selectAllChildren(pre);
  const isCopied = document.execCommand('copy');
  selection.removeAllRanges();
  if (!isCopied) throw new Error('The browser does not copy.');
}

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.example input')) return;
  // What is above may become longer or shorter: the tab stays where it was.
  const before = target.getBoundingClientRect().top;
  choose(target.value);
  scrollBy(0, target.getBoundingClientRect().top - before);
  try {
    localStorage.setItem(STORED, target.value);
  } catch {
    // Then it is chosen again next time.
  }
});

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const example = button.closest('.example');
    const { value } = example.querySelector('input:checked');
    try {
      await copy(example.querySelector(`pre.${value}`));
      tell('Copied');
    } catch {
      tell('The browser did not allow copying. Please select the text yourself.');
    }
  });
}

try {
  choose(localStorage.getItem(STORED) ?? 'curl');
} catch {
  // The page may be shown where nothing is stored.
}
