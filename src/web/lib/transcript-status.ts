/** Whether a transcription has ended without a text. Other servers of this interface say 'error' where ours says 'failed'. */
export function hasFailed(status: string): boolean {
  return status === 'failed' || status === 'error';
}
