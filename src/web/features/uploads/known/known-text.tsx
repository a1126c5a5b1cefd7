import type { KnownRecording } from '#contract/uploads.ts';
import { formatCount, formatDate } from '#web/lib/format.ts';

const STATUS_TEXT: Readonly<Record<KnownRecording['status'], string>> = {
  completed: '',
  processing: ' It is being transcribed.',
  failed: ' It could not be transcribed.',
};

interface KnownTextProps {
  newest: KnownRecording;
  totalCount: number;
}

/** Which transcript of a file is the newest, and how many others there are. */
export function KnownText({ newest, totalCount }: KnownTextProps) {
  const { title, createdAt, status, isOwn, projectName } = newest;
  return (
    <>
      {isOwn
        ? 'You have this recording already: '
        : `This recording is in the project ${projectName ?? ''}: `}
      <bdi className="font-semibold">{title}</bdi>, {formatDate(createdAt)}.{STATUS_TEXT[status]}
      {totalCount > 1 &&
        ` There ${totalCount === 2 ? 'is' : 'are'} ${formatCount(totalCount - 1, 'older transcript')} of it.`}
    </>
  );
}
