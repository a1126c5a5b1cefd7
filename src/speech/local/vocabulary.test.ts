import tokenizer from 'llama-tokenizer-js';
import { describe, expect, it } from 'vitest';
import { BEGIN_TOKEN, END_TOKEN, wordsOfTokens } from './vocabulary.ts';

const tokensOf = (text: string) => tokenizer.encode(text, false);
const textsOf = (tokens: readonly number[]) => wordsOfTokens(tokens).map(({ text }) => text);

describe('wordsOfTokens', () => {
  it('joins parts of words and their punctuation, and gives their tokens', () => {
    const tokens = tokensOf("She'd re-transcribed it, antidisestablishmentarianism!");
    const words = wordsOfTokens(tokens);
    expect(words.map(({ text }) => text)).toEqual([
      "She'd",
      're-transcribed',
      'it,',
      'antidisestablishmentarianism!',
    ]);
    expect(words[0]?.firstToken).toBe(0);
    words.forEach(({ firstToken, endToken }, index) => {
      expect(firstToken).toBe(words[index - 1]?.endToken ?? 0);
      expect(endToken).toBeGreaterThan(firstToken);
    });
    expect(words.at(-1)?.endToken).toBe(tokens.length);
  });

  it('joins characters that arrive as single bytes', () => {
    const bytes = [...new TextEncoder().encode('\u{1D11E}x')].map((byte) => byte + 3);
    expect(textsOf([...tokensOf('key'), ...bytes])).toEqual(['key\u{1D11E}x']);
  });

  it('attaches bare punctuation to its neighbor or drops it', () => {
    expect(textsOf(tokensOf('Hello - world'))).toEqual(['Hello-', 'world']);
    expect(textsOf(tokensOf('... !'))).toEqual([]);
  });

  it('gives no text for control tokens and unused ones', () => {
    expect(textsOf([BEGIN_TOKEN, ...tokensOf('yes'), 32_100, END_TOKEN])).toEqual(['yes']);
    expect(textsOf([])).toEqual([]);
  });
});
