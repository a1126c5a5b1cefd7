// Irregular English forms that are frequent in speech; the rest is handled by endings.
const IRREGULAR = new Map(
  Object.entries({
    began: 'begin',
    begun: 'begin',
    bought: 'buy',
    brought: 'bring',
    built: 'build',
    came: 'come',
    caught: 'catch',
    children: 'child',
    chose: 'choose',
    chosen: 'choose',
    cost: 'cost',
    cut: 'cut',
    fell: 'fall',
    felt: 'feel',
    found: 'find',
    gave: 'give',
    given: 'give',
    gone: 'go',
    grew: 'grow',
    grown: 'grow',
    held: 'hold',
    kept: 'keep',
    knew: 'know',
    known: 'know',
    left: 'leave',
    lent: 'lend',
    lost: 'lose',
    loss: 'lose',
    made: 'make',
    marriage: 'marry',
    meant: 'mean',
    met: 'meet',
    men: 'man',
    paid: 'pay',
    people: 'person',
    ran: 'run',
    rose: 'rise',
    said: 'say',
    sales: 'sell',
    sale: 'sell',
    saw: 'see',
    seen: 'see',
    sent: 'send',
    slept: 'sleep',
    sold: 'sell',
    spent: 'spend',
    spoke: 'speak',
    stood: 'stand',
    taught: 'teach',
    thought: 'think',
    told: 'tell',
    took: 'take',
    taken: 'take',
    went: 'go',
    women: 'woman',
    won: 'win',
    wrote: 'write',
    written: 'write',
  }),
);

const ENDINGS: readonly [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(ss|x|ch|sh)es$/, '$1'],
  [/([^su])s$/, '$1'],
];
const SUFFIXES = /(?:ations?|ation|ions?|ments?|ness|ingly|ing|edly|ed|ers?|ly|able|al)$/;
const VOWEL = /[aeiouy]/;

/**
 * The light stem of a normalized word, so that "decided" finds "decide" and "payments" finds "paid". Handles English endings only;
 * short words and words with letters other than a to z are returned unchanged. Coarser than a dictionary, and never shown.
 */
export function stem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const known = IRREGULAR.get(word);
  if (known) return trimEnding(known);
  if (word.length < 4) return word;
  let base = word;
  for (const [ending, replacement] of ENDINGS) {
    const next = base.replace(ending, replacement);
    if (next === base) continue;
    base = next;
    break;
  }
  return trimEnding(IRREGULAR.get(base) ?? base);
}

const FORMS = new Map<string, string[]>();
for (const form of IRREGULAR.keys()) {
  const stemmed = stem(form);
  FORMS.set(stemmed, [...(FORMS.get(stemmed) ?? []), form]);
}

/** The irregular forms of a stem, which do not begin like it: "bought" for "buy". */
export function irregularForms(stemmed: string): readonly string[] {
  return FORMS.get(stemmed) ?? [];
}

function trimEnding(word: string): string {
  const cut = word.replace(SUFFIXES, '');
  const base = cut.length >= 3 && VOWEL.test(cut) ? cut : word;
  const single = base.replace(/([bdgmnprt])\1$/, '$1');
  return single.length > 3 ? single.replace(/e$/, '').replace(/y$/, 'i') : single;
}
