/** The labels of numbered speakers: 'Speaker 1', 'Speaker 2', ... by first appearance. */
export function speakerLabels(speakers: readonly number[]): string[] {
  const order = [...new Set(speakers)];
  const labels = new Map(order.map((speaker, index) => [speaker, `Speaker ${index + 1}`]));
  return speakers.map((speaker) => labels.get(speaker) ?? '');
}
