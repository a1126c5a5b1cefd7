interface SpokenText {
  speaker: string;
  text: string;
}

/** The words of each speaker turn in a row, as one paragraph each, without names and times. */
export function paragraphTexts(segments: readonly SpokenText[]): string[] {
  const paragraphs: { speaker: string; texts: string[] }[] = [];
  for (const { speaker, text } of segments) {
    const last = paragraphs.at(-1);
    if (last?.speaker === speaker) last.texts.push(text);
    else paragraphs.push({ speaker, texts: [text] });
  }
  return paragraphs.map(({ texts }) => texts.join(' '));
}
