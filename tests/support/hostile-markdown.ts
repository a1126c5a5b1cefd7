/** Answers whose Markdown takes long to read unless it is limited, and whether it is read: if not, it is shown as written. */
export const HOSTILE_MARKDOWN: readonly (readonly [name: string, text: string, isRead: boolean])[] = [
  ['quotes in quotes', '>'.repeat(20_000), false],
  ['lists in lists', '1. '.repeat(6600), false],
  ['lists in quotes', '> - '.repeat(5000), false],
  ['stars', '*a_'.repeat(6600), false],
  ['double stars', '**a'.repeat(6600), false],
  ['stars in many paragraphs', `${'*a_'.repeat(330)}\n\n`.repeat(20), false],
  ['as many stars as are read', `${'*a_'.repeat(330)}\n\n`.repeat(4), true],
  ['as many items as are read', '- a\n'.repeat(1400), true],
  ['brackets', '['.repeat(20_000), false],
  ['links', '[a]('.repeat(5000), false],
  ['backticks', Array.from({ length: 190 }, (_, index) => `${'`'.repeat(index)}a`).join(''), false],
  [
    'lists line by line',
    Array.from({ length: 190 }, (_, index) => `${'  '.repeat(index)}- a`).join('\n'),
    false,
  ],
  ['many items', '- a\n'.repeat(5000), false],
  ['a wide table', `${'|a'.repeat(4000)}\n${'|-'.repeat(4000)}`, false],
];
