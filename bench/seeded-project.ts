import type pg from 'pg';
import { askedArticles } from '#tests/support/articles.ts';
import { insertArticle, insertProject, insertTalk, type Query } from '#tests/support/project-content.ts';
import { askedTranscripts, projectTranscripts } from '#tests/support/questions.ts';
import { type Line, segmentsOf } from '#tests/support/transcripts.ts';
import { makeNoise } from './project-corpus.ts';

/** A question about the seeded project and where its answer is. */
export interface PlacedQuestion {
  question: string;
  /** Whether the question says what it is about; the others were written for a single recording. */
  saysWhat: boolean;
  source:
    | { kind: 'transcript'; id: number; answersMs: readonly number[] }
    | { kind: 'article'; id: number; words: string };
}

export interface SeededProject {
  projectId: number;
  userId: number;
  questions: readonly PlacedQuestion[];
}

const WORDS_AN_HOUR = 10_000;
const WORDS_AN_ARTICLE = 900;
const SPEAKERS = 3;
const SENTENCES_A_PARAGRAPH = 5;

/** Fills a project with one-hour transcripts and articles; some of them contain the texts of the fixtures that the questions are about. */
export async function seedProject(
  pool: pg.Pool,
  { userId, transcripts, articles }: { userId: number; transcripts: number; articles: number },
): Promise<SeededProject> {
  const query: Query = async (text, values) => (await pool.query(text, values)).rows;
  const projectId = await insertProject(query, userId);
  const asked = askedTranscripts();
  const ofProject = projectTranscripts();
  const read = askedArticles();
  const rare = [
    ...asked.flatMap(({ lines }) => lines.map(({ text }) => text)),
    ...read.map(({ content }) => content),
  ];
  const newSubject = makeNoise(20_261, rare);
  const questions: PlacedQuestion[] = [];
  // The word indexes are dropped while rows are inserted, and built at once afterwards.
  await pool.query('drop index segments_words; drop index segments_parts; drop index article_passages_words');
  for (let at = 0; at < transcripts; at += 1) {
    const fixture = askedAt(asked, at, transcripts);
    const noise = newSubject();
    const before = talkOf(noise.sentences(fixture ? WORDS_AN_HOUR / 2 : WORDS_AN_HOUR));
    const after = fixture ? talkOf(noise.sentences(WORDS_AN_HOUR / 2)) : [];
    const first = segmentsOf(before);
    const shiftMs = (first.at(-1)?.endMs ?? 0) + 1000;
    const middle = (fixture?.lines ?? []).map((line) => ({ ...line, startMs: line.startMs + shiftMs }));
    const id = await insertTalk(query, {
      projectId,
      userId,
      title: fixture?.title ?? `Talk ${at}`,
      lines: [...first, ...middle, ...after],
    });
    const own = ofProject.find(({ title }) => title === fixture?.title);
    const all = [
      ...(fixture?.questions ?? []).map((each) => ({ ...each, saysWhat: false })),
      ...(own?.questions ?? []).map((each) => ({ ...each, saysWhat: true })),
    ];
    for (const { question, answersMs, saysWhat } of all) {
      const source = { kind: 'transcript' as const, id, answersMs: answersMs.map((ms) => ms + shiftMs) };
      questions.push({ question, saysWhat, source });
    }
  }
  for (let at = 0; at < articles; at += 1) {
    const fixture = askedAt(read, at, articles);
    const id = await insertArticle(query, {
      projectId,
      userId,
      title: `Article ${at}`,
      ...fixture,
      content: fixture?.content ?? paragraphs(newSubject().sentences(WORDS_AN_ARTICLE)),
    });
    for (const { question, words } of fixture?.questions ?? []) {
      questions.push({ question, saysWhat: true, source: { kind: 'article', id, words } });
    }
  }
  await pool.query(`
    create index segments_words on segments using gin (user_id, tsv);
    create index segments_parts on segments using gin (user_id, normalized gin_trgm_ops);
    create index article_passages_words on article_passages using gin (project_id, tsv);
    analyze`);
  return { projectId, userId, questions };
}

/** The fixtures are distributed evenly among the others. */
function askedAt<T>(fixtures: readonly T[], at: number, total: number): T | undefined {
  const every = Math.floor(total / fixtures.length);
  return at % every === Math.floor(every / 2) ? fixtures[Math.floor(at / every)] : undefined;
}

function talkOf(sentences: readonly string[]): Line[] {
  return sentences.map((text, at) => ({ speaker: `Speaker ${(Math.floor(at / 4) % SPEAKERS) + 1}`, text }));
}

function paragraphs(sentences: readonly string[]): string {
  return sentences
    .map(
      (sentence, at) => sentence + (at % SENTENCES_A_PARAGRAPH === SENTENCES_A_PARAGRAPH - 1 ? '\n\n' : ' '),
    )
    .join('')
    .trim();
}
