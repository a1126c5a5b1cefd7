import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { addUsage, takeBackUsage, type UsedToday } from './queries.ts';

/** How much of something one subject may use in a day (UTC). */
interface Quota {
  /** Who uses what: 'answers:user:12'. */
  subject: string;
  /** The most in one day. */
  limit: number;
  /** The error when the limit is exceeded. */
  refusal: ErrorCode;
  /** The total of the installation's key: the log reports how much is left. */
  isTotal?: boolean;
}

/** Quotas consumed together, the narrowest first, so that the row most contended for is locked last and for the shortest time. */
export type Quotas = readonly Quota[];

/** What was consumed, for a refund if the work did not happen. */
export interface Consumed {
  /** The day that was charged, which may be over by the time of a refund. */
  day: string;
  subjects: readonly string[];
  amount: number;
}

interface QuotaDeps {
  db: Db | Tx;
  log: Deps['log'];
}

/** The fraction of a total above which the operator is warned. */
const NEARLY = 0.9;

/** Answers with the installation's key to one user's own questions and summaries. */
export function personalAnswers({ config }: Pick<Deps, 'config'>, userId: number): Quotas {
  const { answers: limit } = config.daily;
  return [
    { subject: `answers:user:${userId}`, limit, refusal: 'daily_limit' },
    totalAnswers(config, 'total_daily_limit'),
  ];
}

/**
 * Answers to visitors of public links. Counted by transcript and by owner, not by link, so that a new link or a second upload of
 * the recording does not reset the count. Also limited with the owner's own key, because a link may travel far.
 */
export function sharedAnswers(
  { config }: Pick<Deps, 'config'>,
  transcript: { id: number; userId: number },
  account: 'user' | 'system',
): Quotas {
  const { sharedAnswers: limit, ownersSharedAnswers: ownersLimit } = config.daily;
  return [
    {
      subject: `answers:shared:transcript:${transcript.id}`,
      limit,
      refusal: 'shared_daily_limit',
    },
    {
      subject: `answers:shared:owner:${transcript.userId}`,
      limit: ownersLimit,
      refusal: 'shared_total_daily_limit',
    },
    ...(account === 'system' ? [totalAnswers(config, 'shared_total_daily_limit')] : []),
  ];
}

/** Minutes of audio that one user may have transcribed with the installation's key. */
export function speechMinutes({ config }: Pick<Deps, 'config'>, userId: number): Quotas {
  const { speechMinutes: limit, speechMinutesTotal: total } = config.daily;
  return [
    { subject: `speech:user:${userId}`, limit, refusal: 'speech_daily_limit' },
    { subject: 'speech:total', limit: total, refusal: 'speech_total_daily_limit', isTotal: true },
  ];
}

/**
 * Consumes an amount of all of today's quotas or of none. Throws the refusal of the quota that is exceeded. Within a transaction
 * call it last: others who consume the same quota wait until it ends.
 */
export async function consume({ db, log }: QuotaDeps, quotas: Quotas, amount = 1): Promise<Consumed> {
  const taken = await db.transaction(async (tx) => {
    const all: { quota: Quota; today: UsedToday }[] = [];
    for (const quota of quotas) {
      const today = await addUsage(tx, { ...quota, amount });
      if (!today) throw new AppError(quota.refusal);
      all.push({ quota, today });
    }
    return all;
  });
  for (const { quota, today } of taken) if (quota.isTotal) logUsage(log, quota, { ...today, amount });
  return { day: taken[0]?.today.day ?? '', subjects: quotas.map(({ subject }) => subject), amount };
}

/** Refunds what was consumed for something that did not happen. */
export async function refund({ db }: { db: Db | Tx }, { subjects, ...consumed }: Consumed): Promise<void> {
  for (const subject of subjects) await takeBackUsage(db, { subject, ...consumed });
}

function totalAnswers({ daily }: Deps['config'], refusal: ErrorCode): Quota {
  return { subject: 'answers:total', limit: daily.answersTotal, refusal, isTotal: true };
}

/** Logs each amount once; warns when usage passes the nearly-all mark and when nothing is left. */
function logUsage(
  log: Deps['log'],
  { subject, limit }: Quota,
  { used, amount }: { used: number; amount: number },
): void {
  const figures = { quota: subject, used, limit, left: limit - used };
  const passes = (mark: number) => used >= mark && used - amount < mark;
  if (passes(limit)) log.warn(figures, 'daily quota of a shared key used up');
  else if (passes(limit * NEARLY)) log.warn(figures, 'daily quota of a shared key nearly used up');
  else log.info(figures, 'daily quota of a shared key consumed');
}
