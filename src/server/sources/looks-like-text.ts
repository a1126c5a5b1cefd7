/**
 * Whether the first bytes of a file are text (a page, a playlist, an error message): no recording begins without control
 * characters.
 */
export function looksLikeText(head: Uint8Array): boolean {
  try {
    // 'stream': a character may be cut off at the end.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return head.length > 0 && !/[\u0000-\u0008\u000e-\u001f\u007f]/.test(text);
  } catch {
    return false;
  }
}
