/** Whether a transcription has failed. Other servers with this API say 'error' where ours says 'failed'. */
export function hasFailed(status: string): boolean {
  return status === 'failed' || status === 'error';
}
