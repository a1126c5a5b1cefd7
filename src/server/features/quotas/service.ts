import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { addUsage, takeBackUsage, type UsedToday } from './queries.ts';

/** So much of something may be used in a day (UTC) by somebody, or through something. */
interface Quota {
  /** Who uses what: 'answers:user:12'. */
  subject: string;
  /** The most in one day. */
  limit: number;
  /** What who wants more hears. */
  refusal: ErrorCode;
  /** All that the installation's key may be used for: the log tells how much is left. */
  isTotal?: boolean;
}

/** Quotas that something counts for at once, the narrowest first, so that what many wait for is held last and for the shortest time. */
export type Quotas = readonly Quota[];

/** What was taken, to be given back where it did not come about. */
export interface Consumed {
  /** The day that it counts for, which may be over by then. */
  day: string;
  subjects: readonly string[];
  amount: number;
}

interface QuotaDeps {
  db: Db | Tx;
  log: Deps['log'];
}

/** The part of a total above which the operator is warned. */
const NEARLY = 0.9;

/** Answers of the installation's key for one person's own questions and summaries. */
export function personalAnswers({ config }: Pick<Deps, 'config'>, userId: number): Quotas {
  const { answers: limit } = config.daily;
  return [
    { subject: `answers:user:${userId}`, limit, refusal: 'daily_limit' },
    totalAnswers(config, 'total_daily_limit'),
  ];
}

/**
 * Answers to visitors of public links. They are counted by transcript and by owner, not by link: a new link, or the same recording once more,
 * begins nothing anew. On the owner's own key, too, there is an end, as a link may travel far.
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

/** Minutes of sound that one person may have transcribed on the installation's key. */
export function speechMinutes({ config }: Pick<Deps, 'config'>, userId: number): Quotas {
  const { speechMinutes: limit, speechMinutesTotal: total } = config.daily;
  return [
    { subject: `speech:user:${userId}`, limit, refusal: 'speech_daily_limit' },
    { subject: 'speech:total', limit: total, refusal: 'speech_total_daily_limit', isTotal: true },
  ];
}

/**
 * Takes an amount of today's quotas, from each or from none. Throws the refusal of the one that has not that much left. Within
 * a transaction call it last: others who want of the same wait until that ends.
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
  for (const { quota, today } of taken) if (quota.isTotal) tellLeft(log, quota, { ...today, amount });
  return { day: taken[0]?.today.day ?? '', subjects: quotas.map(({ subject }) => subject), amount };
}

/** Gives back what was taken for something that did not come about. */
export async function refund({ db }: { db: Db | Tx }, { subjects, ...consumed }: Consumed): Promise<void> {
  for (const subject of subjects) await takeBackUsage(db, { subject, ...consumed });
}

function totalAnswers({ daily }: Deps['config'], refusal: ErrorCode): Quota {
  return { subject: 'answers:total', limit: daily.answersTotal, refusal, isTotal: true };
}

/** Each amount is told once; a warning comes where it passes what is nearly all, and where nothing is left. */
function tellLeft(
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
