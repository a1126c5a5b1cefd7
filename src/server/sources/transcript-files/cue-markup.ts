/** What SubRip files mark, as HTML does. Whatever else is in angle brackets is said ('<3', '<laughs>'). */
const SRT_TAG =
  /<\/?(?:b|i|u|s|c|v|ruby|rt|rp|lang|font|span|em|strong|br|p|div)(?:[.\s][^<>]{0,1000})?\/?>/gi;
/** What the format ASS leaves behind: '{\an8}', '{\pos(10,20)}'. */
const ASS_TAG = /\{\\[^{}]{0,200}\}/g;
/** Any tag of WebVTT, and the times between its words. */
const VTT_TAG = /<\/?[a-z][^<>]{0,1000}>|<(?:\d{1,4}:)?\d{1,2}:\d{2}\.\d{3}>|<\/>/gi;

/** A text of SubRip without its tags. */
export function withoutSrtTags(text: string): string {
  return text.replace(ASS_TAG, '').replace(SRT_TAG, (tag) => (/^<\/?(?:br|p|div)\b/i.test(tag) ? ' ' : ''));
}

/** A text of WebVTT without its tags; its entities stay. */
export function withoutVttTags(text: string): string {
  return text.replace(VTT_TAG, '');
}
