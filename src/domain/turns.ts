import { joinWords } from './tokens.ts';

interface SpokenText {
  speaker: string;
  text: string;
}

/** The text of each speaker turn as one paragraph, without names and times. */
export function paragraphTexts(segments: readonly SpokenText[]): string[] {
  const paragraphs: { speaker: string; texts: string[] }[] = [];
  for (const { speaker, text } of segments) {
    const last = paragraphs.at(-1);
    if (last?.speaker === speaker) last.texts.push(text);
    else paragraphs.push({ speaker, texts: [text] });
  }
  return paragraphs.map(({ texts }) => joinWords(texts));
}
