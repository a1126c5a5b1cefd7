import { wholeQuestion } from '#ai/extractive/whole-questions.ts';
import { languageOfSource } from '#ai/source-language.ts';
import { searchedPassages } from '#ai/source-selection.ts';
import { type AskedWord, askedWords } from '#domain/asked-words.ts';
import {
  chooseWindows,
  type NearPlace,
  type PlaceWindow,
  scorePlaces,
  type WordPlaces,
  withNearPlaces,
} from '#domain/found-places.ts';
import { questionLanguage } from '#domain/guess-language.ts';
import { isUntold, languageOf, type TextLanguage } from '#domain/languages.ts';
import { type Nearness, rankByMeaning, UNRELATED } from '#domain/meaning.ts';
import type { RankedPassage } from '#domain/ranked-passage.ts';
import { indexPassages, rankPassages, rarityOf } from '#domain/retrieval.ts';
import { isInPieces } from '#domain/terms.ts';
import { stemsInText } from '#domain/word-forms.ts';
import { wordQueryIn } from '#domain/word-query.ts';
import type { Deps } from '../../deps.ts';
import type { AnswerContext } from '../analysis/service.ts';
import { type MeantQuestion, meantBy, nearestIn, nearnessOf, type SourceRef } from '../meaning/service.ts';
import { type Collection, findPlaces, placesOf, type SoughtWords, type SourceRows } from './queries.ts';
import { type ReadSource, readWindows, toAnswerContext } from './read-windows.ts';

type ReadDeps = Pick<Deps, 'db' | 'embedder' | 'log'>;

/** A collection with no more words than this is read whole: three hours of talk, and the most that Claude is sent. */
const WHOLE_WORDS = 27_000;
/** What is read of a larger collection for a question, in estimated tokens. */
const READ_TOKENS = 40_000;
/** The estimated tokens of a passage, and of a part of an article. */
const PASSAGE_TOKENS = 90;
const PART_TOKENS = 220;
/** How many passages around a match are read. */
const PASSAGES_AROUND = 3;
const PARTS_AROUND = 1;
/** The length of an article part, in passages. */
const PASSAGES_A_PART = 3;
const WORDS_A_PASSAGE = 28;
/** The most words of a question to search for, and the most matches per word: more add less than they cost. */
const MAX_WORDS = 16;
const MAX_PLACES = 3000;
/** The weight of a source containing a word at all, relative to where it contains it. */
const SOURCE_WEIGHT = 0.5;
/** The weight of a question's word in a source's title. */
const TITLE_WEIGHT = 0.5;
/** The passages that are nearest in meaning. */
const NEAR_PASSAGES = 60;
/** The beginnings that show what a collection is about: how many sources, and how much of each. */
const BEGINNINGS = 40;
const BEGINNING_PASSAGES = 8;
const BEGINNING_PARTS = 2;

export interface AskedCollection {
  rows: SourceRows;
  question: string;
  /** The previous questions, newest first. */
  earlier: () => Promise<readonly string[]>;
  signal: AbortSignal;
}

/**
 * The answer context of a question about a collection: all of a small one; of a large one, the passages relevant to the
 * question.
 */
export async function readCollectionContext(
  deps: ReadDeps,
  collection: Collection,
  { rows, question, earlier, signal }: AskedCollection,
): Promise<AnswerContext> {
  const about = { collection, rows };
  if (wordsOf(rows) <= WHOLE_WORDS) {
    const whole = await readWindows(deps, about, everything(rows));
    return {
      ...toAnswerContext(whole, rows),
      nearness: await nearnessIn(deps, whole, meantBy(deps, question, signal)),
    };
  }
  const languages = languagesOf(rows, question);
  if (wholeQuestion(question, 'collection', languages)) return readBeginningsContext(deps, about);
  const sought = await soughtBy(question, { earlier, languages });
  const { words: all, tells } = askedWords(sought, languages);
  if (!tells) return readBeginningsContext(deps, about);
  const asked = all.slice(0, MAX_WORDS);
  const places = await findPlaces(deps.db, rows, { ...queriesOf(asked, languages), limit: MAX_PLACES });
  const scales = scalesOf(rows);
  const total = [...scales.values()].reduce((sum, scale) => sum + scale.places, 0);
  const counts = new Map(
    asked.flatMap(({ stems }, at) => stems.map((one) => [one, countOf(places[at])] as const)),
  );
  const words = places.map((bySource): WordPlaces => {
    const worth = rarityOf(countOf(bySource), total);
    return { worth, worthOfSource: SOURCE_WEIGHT * rarityOf(bySource.size, scales.size), bySource };
  });
  const found = scorePlaces(withTitles(words, asked, scales), (source) => {
    const scale = scales.get(source);
    const worth = words.reduce(
      (sum, word, at) => sum + (isNamed(scale, asked[at]) ? TITLE_WEIGHT * word.worth : 0),
      0,
    );
    return { perPassage: scale?.perPassage ?? 1, size: scale?.size ?? 1, worth };
  });
  const meant = meantBy(deps, sought, signal);
  const near = await findNearPlaces(deps, about, meant);
  const windows = chooseWindows(
    near.length > 0 ? withNearPlaces(found, near) : found,
    (source) => aroundOf(scales.get(source)),
    READ_TOKENS,
  );
  // A question without matches may still be answered from the sources' beginnings, or not at all.
  const read = await readWindows(deps, about, windows.length > 0 ? windows : beginnings(rows));
  if (windows.length === 0) return { ...toAnswerContext(read, rows), found: inTurn(read) };
  const passages = searchedPassages(read.map(({ shown }) => shown));
  const index = indexPassages(passages, { places: total, byStem: counts });
  const nearness = await nearnessIn(deps, read, meant);
  return {
    ...toAnswerContext(read, rows),
    found: rankByMeaning(rankPassages(index, sought), passages, nearness),
  };
}

/** How near what was read of a collection is to a question in what it means. */
function nearnessIn(
  deps: ReadDeps,
  read: readonly ReadSource[],
  question: MeantQuestion,
): Promise<Nearness | undefined> {
  const sources = read.flatMap(({ shown, checked }) => {
    const ref = refOf(checked);
    return ref ? [{ ref, language: languageOfSource(shown), passages: checked.passages }] : [];
  });
  return nearnessOf(deps, sources, question);
}

/** Where a collection speaks of what a question means, in whatever words. */
async function findNearPlaces(
  deps: ReadDeps,
  { collection, rows }: { collection: Collection; rows: SourceRows },
  question: MeantQuestion,
): Promise<NearPlace[]> {
  const refs = [
    ...rows.transcripts.map(({ id }) => ({ transcriptId: id })),
    ...rows.articles.map(({ id }) => ({ articleId: id })),
  ];
  const passages = await nearestIn(deps, refs, { question, count: NEAR_PASSAGES });
  return passages
    ? placesOf(
        deps.db,
        collection,
        passages.filter(({ cosine }) => cosine > UNRELATED),
      )
    : [];
}

function refOf(source: ReadSource['checked']): SourceRef | null {
  if (source.kind === 'article') return { articleId: source.articleId };
  return source.transcriptId === null ? null : { transcriptId: source.transcriptId };
}

/** Extends a vague follow-up ("And the honey?") with the question before it. */
async function soughtBy(
  question: string,
  { earlier, languages }: Pick<AskedCollection, 'earlier'> & { languages: readonly TextLanguage[] },
): Promise<string> {
  const { words, tells } = askedWords(question, languages);
  if (tells && words.length > 1) return question;
  const [before = ''] = await earlier();
  return `${question} ${before}`.trim();
}

/** The beginnings of a collection's newest sources: what it is about. */
export async function readBeginningsContext(
  deps: Pick<Deps, 'db'>,
  about: { collection: Collection; rows: SourceRows },
): Promise<AnswerContext> {
  const read = await readWindows(deps, about, beginnings(about.rows));
  return { ...toAnswerContext(read, about.rows), found: inTurn(read) };
}

/** The first passage of each source, then the second of each, and so on; none of them matched the question. */
function inTurn(read: readonly ReadSource[]): RankedPassage[] {
  const longest = Math.max(0, ...read.map(({ shown }) => shown.passages.length));
  return Array.from({ length: longest }, (_, rank) =>
    read.flatMap(({ shown }) => {
      const passage = shown.passages[rank];
      return passage ? [{ number: passage.number, score: 1 / (rank + 1), coverage: 0 }] : [];
    }),
  ).flat();
}

/**
 * The languages of a collection's sources, the most frequent first. Articles, and transcripts that do not say, count as English here, and as
 * the question's own language.
 */
function languagesOf({ transcripts, articles }: SourceRows, question: string): TextLanguage[] {
  const tags = [...transcripts.map(({ language }) => language), ...articles.map(() => null)];
  const counts = new Map<TextLanguage, number>();
  for (const tag of tags) {
    const one = languageToSearch(tag);
    counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const told = [...counts].toSorted(([, a], [, b]) => b - a).map(([language]) => language);
  return tags.some(isUntold) ? [...new Set([...told, questionLanguage(question, ['en', null])])] : told;
}

function languageToSearch(tag: string | null): TextLanguage {
  return isUntold(tag) ? 'en' : languageOf(tag);
}

function wordsOf({ transcripts, articles }: SourceRows): number {
  return [...transcripts, ...articles].reduce((sum, { words }) => sum + words, 0);
}

/** What is compared by pieces has no words that the database can index: it is searched as substrings. */
function queriesOf(
  asked: readonly AskedWord[],
  languages: readonly TextLanguage[],
): Pick<SoughtWords, 'queries' | 'parts'> {
  return {
    queries: asked.map((one) => (isInPieces(one.word) ? null : wordQueryIn(one, languages))),
    parts: asked.map(({ word }) => (isInPieces(word) ? word : null)),
  };
}

/** How the matches of a source are weighted, and the stems of its title. */
interface Scale {
  places: number;
  perPassage: number;
  /** Its length relative to the average source of the collection. */
  size: number;
  isArticle: boolean;
  stems: ReadonlySet<string>;
}

function scalesOf(rows: SourceRows): Map<string, Scale> {
  const meanWords = Math.max(1, wordsOf(rows) / (rows.transcripts.length + rows.articles.length));
  return new Map([
    ...rows.transcripts.map(
      ({ id, title, language, speakerNames, showSpeakers, segmentCount, words }): [string, Scale] => [
        `t${id}`,
        {
          places: segmentCount,
          perPassage: Math.max(0.5, (segmentCount * WORDS_A_PASSAGE) / Math.max(words, WORDS_A_PASSAGE)),
          size: words / meanWords,
          isArticle: false,
          stems: titleStems(
            [title, ...(showSpeakers ? Object.values(speakerNames) : [])],
            languageToSearch(language),
          ),
        },
      ],
    ),
    ...rows.articles.map(({ id, title, author, publication, words }): [string, Scale] => [
      `a${id}`,
      {
        places: Math.ceil(words / (PASSAGES_A_PART * WORDS_A_PASSAGE)),
        perPassage: 1 / PASSAGES_A_PART,
        size: words / meanWords,
        isArticle: true,
        stems: titleStems([title, author, publication], 'en'),
      },
    ]),
  ]);
}

function titleStems(texts: readonly (string | null)[], language: TextLanguage): Set<string> {
  return new Set(texts.flatMap((text) => stemsInText(text ?? '', language)));
}

/** Whether a word of the question is in the title of a source. */
function isNamed(scale: Scale | undefined, asked: AskedWord | undefined): boolean {
  return asked?.stems.some((one) => scale?.stems.has(one)) === true;
}

function aroundOf(scale: Scale | undefined): { before: number; after: number; cost: number } {
  if (scale?.isArticle) return { before: PARTS_AROUND, after: PARTS_AROUND, cost: PART_TOKENS };
  const perPassage = scale?.perPassage ?? 1;
  const reach = PASSAGES_AROUND * perPassage;
  return { before: reach, after: reach, cost: PASSAGE_TOKENS / perPassage };
}

/** A word found in the title but not in the text counts as a match at the beginning. */
function withTitles(
  words: readonly WordPlaces[],
  asked: readonly AskedWord[],
  scales: ReadonlyMap<string, Scale>,
): WordPlaces[] {
  return words.map(({ worth, worthOfSource, bySource }, at) => {
    const missing = [...scales].filter(
      ([source, scale]) => isNamed(scale, asked[at]) && !bySource.has(source),
    );
    return {
      worth,
      worthOfSource,
      bySource: new Map([...bySource, ...missing.map(([source]) => [source, [1]] as const)]),
    };
  });
}

function countOf(bySource: WordPlaces['bySource'] | undefined): number {
  return [...(bySource?.values() ?? [])].reduce((sum, places) => sum + places.length, 0);
}

const ALL = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

function everything({ transcripts, articles }: SourceRows): PlaceWindow[] {
  return [
    ...transcripts.map(({ id }) => ({ source: `t${id}`, ...ALL })),
    ...articles.map(({ id }) => ({ source: `a${id}`, ...ALL })),
  ];
}

/** Alternates transcripts and articles, so that a collection with many of one kind shows some of the other. */
function beginnings(rows: SourceRows): PlaceWindow[] {
  const scales = scalesOf(rows);
  const { transcripts, articles } = rows;
  const most = Math.max(transcripts.length, articles.length);
  const inTurn = Array.from({ length: most }, (_, at) => [transcripts[at], articles[at]] as const);
  return inTurn
    .flatMap(([transcript, article]) => [
      ...(transcript ? [`t${transcript.id}`] : []),
      ...(article ? [`a${article.id}`] : []),
    ])
    .slice(0, BEGINNINGS)
    .map((source) => {
      const scale = scales.get(source);
      const to = scale?.isArticle ? BEGINNING_PARTS - 1 : BEGINNING_PASSAGES * (scale?.perPassage ?? 1);
      return { source, from: Number.NEGATIVE_INFINITY, to };
    });
}
