import { alignLists, alignLongLists } from '#domain/alignment.ts';
import { hasAlike, plainCharacter, plainForm } from '#domain/alike-characters.ts';
import { askedKinds, hasAnswer } from '#domain/answer-kinds.ts';
import { divideArticle } from '#domain/article-passages.ts';
import { beginningOf, cleanLine, cleanParagraph, makeArticleText } from '#domain/article-text.ts';
import { askedWords } from '#domain/asked-words.ts';
import { captionSegments } from '#domain/captions.ts';
import {
  createPreview,
  hasMarks,
  neutralizeMarks,
  parseCitations,
  withoutCitations,
} from '#domain/citation-marks.ts';
import { checkDraft, checkReference, isStale, staleCitations } from '#domain/citations.ts';
import { clipFilename } from '#domain/clip-range.ts';
import { convertCharacters } from '#domain/converted-text.ts';
import { leftOver } from '#domain/delete-range.ts';
import { doubtedWords } from '#domain/doubted-words.ts';
import { excerptAround } from '#domain/excerpt.ts';
import { captionFonts, captionsBetween, exportAss } from '#domain/exports/ass.ts';
import { cleanText } from '#domain/exports/clean-text.ts';
import { cuesOf } from '#domain/exports/cues.ts';
import { exportFilename, exportFilenames } from '#domain/exports/filename.ts';
import { fontRuns } from '#domain/exports/font-runs.ts';
import { exportJson } from '#domain/exports/json.ts';
import { characterPieces, linePieces } from '#domain/exports/line-pieces.ts';
import { exportFacts, exportManifest } from '#domain/exports/manifest.ts';
import { exportMarkdown, markdownOf } from '#domain/exports/markdown.ts';
import type { ExportedNote } from '#domain/exports/notes.ts';
import { readableNotes } from '#domain/exports/notes.ts';
import { passagesBetween, quoteHtml, quoteText } from '#domain/exports/passage-quote.ts';
import { readableOf } from '#domain/exports/readable.ts';
import { spokenTimes } from '#domain/exports/spoken-times.ts';
import { exportSrt, srtCues } from '#domain/exports/srt.ts';
import { checkSubtitles } from '#domain/exports/subtitle-check.ts';
import { readingLength, splitIntoCues } from '#domain/exports/subtitle-lines.ts';
import { exportText, paragraphsOf, plainParagraphs, turnLines } from '#domain/exports/text.ts';
import { exportVtt, vttCues } from '#domain/exports/vtt.ts';
import { findAll, lengthReplaced, replaceAll } from '#domain/find-replace.ts';
import { firstIndex } from '#domain/first-index.ts';
import { chooseWindows, scorePlaces, withNearPlaces } from '#domain/found-places.ts';
import { guessLanguage, questionLanguage, textLanguage } from '#domain/guess-language.ts';
import { giveTimes } from '#domain/imports/give-times.ts';
import { makeSegments } from '#domain/imports/make-segments.ts';
import { placeWords } from '#domain/imports/place-words.ts';
import {
  isUntold,
  KNOWN_LANGUAGES,
  langAttribute,
  languageOf,
  mayBeInPieces,
  type TextLanguage,
  unknownLanguagesNote,
} from '#domain/languages.ts';
import { rankByMeaning } from '#domain/meaning.ts';
import { mergeTexts, movedOffset, unionOfTexts } from '#domain/merge-texts.ts';
import { findMatches, normalizeText } from '#domain/normalize-text.ts';
import { createNoteFinder, joinQuote, timesOfStretch, unchangedPlace } from '#domain/note-places.ts';
import { joinTexts, makePassages, numberAfterGap } from '#domain/passages.ts';
import { joinPages, titleOf } from '#domain/pdf-text.ts';
import { phrasePattern } from '#domain/phrase-pattern.ts';
import { createPhraseFinder } from '#domain/phrases.ts';
import { placeTerms } from '#domain/placed-terms.ts';
import { readPublishedDate } from '#domain/published-date.ts';
import { findQuote, makeQuotable } from '#domain/quotes.ts';
import { isMostlyRightToLeft, readLine } from '#domain/reading-order.ts';
import { fileTitle, recordingTitle } from '#domain/recording-title.ts';
import { relatedStems } from '#domain/related-words.ts';
import { bareWord, retimeWords, shareByLength } from '#domain/retime.ts';
import { indexPassages, rankPassages, retrieve, retrieveInMemory } from '#domain/retrieval.ts';
import { indexSaidWords, stretchOf } from '#domain/said-words.ts';
import { endsSentence, segmentsOfWords } from '#domain/segmentation.ts';
import { placeInOrder, timestampSegment, timestampWords } from '#domain/segments.ts';
import { splitSentences } from '#domain/sentences.ts';
import { setTimes } from '#domain/set-times.ts';
import {
  articleWordsAt,
  type IndexedArticle,
  type IndexedTranscript,
  indexSources,
  indexTranscriptPassages,
  offsetOf,
  passageAt,
  quoteAt,
} from '#domain/source-index.ts';
import {
  areAllNamed,
  countSpeakers,
  describeSpeakers,
  isSilent,
  nextSpeakerLabel,
  shownSpeakers,
  speakerLabels,
  speakerName,
} from '#domain/speakers.ts';
import { speakersAgain, turnsOfWords } from '#domain/speakers-again.ts';
import { irregularForms, stem } from '#domain/stemming.ts';
import { isStopWord } from '#domain/stop-words.ts';
import { checkSummary } from '#domain/summary.ts';
import { talkTimes } from '#domain/talk-time.ts';
import { comparable, isInPieces, splitForComparison, splitForSearch, splitTerms } from '#domain/terms.ts';
import { linesWithMarks, textDirection, withLeadingMark } from '#domain/text-direction.ts';
import { withZoneOffset } from '#domain/time-zones.ts';
import { parseTime } from '#domain/timecode.ts';
import { activeSegmentIndex, lastStartedBy, lastStartedIndex, startOfSecond } from '#domain/timeline.ts';
import { estimateTokens, fitToBudget, passageTokens } from '#domain/token-budget.ts';
import { countWords, joinWords, piecesOfUnspaced, spacedTokensOf, tokensOf } from '#domain/tokens.ts';
import { paragraphTexts } from '#domain/turns.ts';
import { toUnicodeForm } from '#domain/unicode-form.ts';
import { videoIdOf } from '#domain/video-links.ts';
import { voiceSamples } from '#domain/voice-samples.ts';
import { diffWords } from '#domain/word-diff.ts';
import { stemsInText, stemsOf, wordFormsOf } from '#domain/word-forms.ts';
import { inOrder } from '#domain/word-order.ts';
import { wordQuery, wordQueryIn } from '#domain/word-query.ts';
import { endTimeAtOffset, offsetOfWord, rangeAtTime, timeAtOffset, wordRanges } from '#domain/words.ts';
import type { LargeText } from './large-texts.ts';

/** Takes a text of any size, and returns what a function does with it. */
type Work = (large: LargeText) => () => unknown;

/**
 * How each function of src/domain that takes a text, or what it is made of, works on a large one. A function with several uses has several
 * of them. Those that take none are in `WITHOUT_TEXT`.
 */
export const WITH_TEXT: Readonly<Record<string, Work | Readonly<Record<string, Work>>>> = {
  activeSegmentIndex:
    ({ timestamped }) =>
    () =>
      activeSegmentIndex(timestamped, 1e9),
  alignLists: ({ tokens }) => {
    const reversed = tokens.toReversed();
    return () => alignLists(tokens, reversed);
  },
  alignLongLists: ({ tokens }) => {
    const reversed = tokens.toReversed();
    return () => alignLongLists(tokens, reversed);
  },
  areAllNamed:
    ({ timestamped }) =>
    () =>
      areAllNamed({ timestampedTranscript: timestamped, speakerNames: {} }),
  articleWordsAt: (large) => {
    const source = articleOf(large);
    return () => articleWordsAt(source, { start: 0, end: large.text.length, exact: true });
  },
  askedKinds: inEachLanguage(
    (language) =>
      ({ text }) =>
      () =>
        askedKinds(text, language),
  ),
  askedWords: inEachLanguage(
    (language) =>
      ({ text }) =>
      () =>
        askedWords(text, [language]),
  ),
  bareWord:
    ({ text }) =>
    () =>
      bareWord(text),
  beginningOf:
    ({ text }) =>
    () =>
      beginningOf(text, 200),
  captionFonts: (large) => {
    const captions = captionsOf(large);
    return () => captionFonts(captions);
  },
  captionSegments: {
    'one caption for each segment': ({ segments }) => {
      const captions = segments.map(({ startMs, endMs, text }) => ({
        startMs,
        endMs,
        parts: [{ text, offsetMs: null }],
      }));
      return () => captionSegments(captions);
    },
    'one caption for each word': ({ words }) => {
      const captions = words.map(({ startMs, endMs, text }) => ({
        startMs,
        endMs,
        parts: [{ text, offsetMs: null }],
      }));
      return () => captionSegments(captions);
    },
    'measured words': ({ words }) => {
      const parts = words.map(({ startMs, text }) => ({ text: `${text} `, offsetMs: startMs }));
      return () => captionSegments([{ startMs: 0, endMs: words.at(-1)?.endMs ?? 0, parts }]);
    },
    'two large captions at a time': ({ text, other }) => {
      const captions = [text, other].map((each, index) => ({
        startMs: index,
        endMs: 10_000,
        parts: [{ text: each, offsetMs: null }],
      }));
      return () => captionSegments(captions);
    },
  },
  captionsBetween: (large) => {
    const cues = cuesOf(sourceOfText(large), { naming: 'apart' });
    return () => captionsBetween(cues, { startMs: 0, endMs: 1e9, language: 'ar' });
  },
  characterPieces:
    ({ text }) =>
    () =>
      characterPieces(text, { start: 0, end: text.length }),
  checkDraft: {
    prose: (large) => {
      const index = indexTranscriptPassages(large.passages);
      const draft = [{ kind: 'prose' as const, text: large.text, references: [{ passage: 1 }] }];
      return () => checkDraft(index, draft);
    },
    'many pieces': (large) => {
      const index = indexTranscriptPassages(large.passages);
      const draft = large.passages.map(({ number, text }) => ({
        kind: 'prose' as const,
        text,
        references: [{ passage: number }],
      }));
      return () => checkDraft(index, draft);
    },
  },
  checkReference: {
    'words of a transcript': (large) => {
      const index = indexTranscriptPassages(large.passages);
      return () => checkReference(index, { quote: quoteOf(large) });
    },
    'a passage of an article': (large) => {
      const index = indexArticle(large);
      return () => checkReference(index, { passage: 1 }, 'lala end');
    },
  },
  checkSubtitles: (large) => {
    const source = { ...sourceOfText(large), duration: 10 };
    const cues = vttCues(source);
    return () => checkSubtitles(source, cues);
  },
  checkSummary: (large) => {
    const index = indexTranscriptPassages(large.passages);
    const prose = [{ kind: 'prose' as const, text: large.text, references: [{ passage: 1 }] }];
    const quote = { quote: quoteOf(large) };
    return () =>
      checkSummary(index, {
        quickSummary: prose,
        keyPoints: [prose],
        mainTopics: [large.text],
        actionableInsights: [],
        importantQuotes: [quote],
        detailedSummary: large.passages.map(({ text }) => [{ kind: 'prose', text, references: [] }]),
        tags: large.tokens.slice(),
      });
  },
  chooseWindows: ({ tokens }) => {
    const found = tokens.map((_, at) => ({ source: 'one', at: at * 10, score: 1 }));
    return () => chooseWindows(found, () => ({ before: 2, after: 2, cost: 100 }), 100_000);
  },
  cleanLine:
    ({ text }) =>
    () =>
      cleanLine(text),
  cleanParagraph:
    ({ text }) =>
    () =>
      cleanParagraph(text),
  cleanText:
    ({ text }) =>
    () =>
      cleanText(text),
  clipFilename:
    ({ text }) =>
    () =>
      clipFilename(text, { start: 0, end: 10 }, 'mp3'),
  comparable:
    ({ text }) =>
    () =>
      comparable(text),
  convertCharacters:
    ({ text }) =>
    () => {
      const { converted, rangeOf } = convertCharacters(text, plainCharacter);
      return rangeOf(0, converted.length);
    },
  countSpeakers: (large) => () => countSpeakers(sourceOfText(large)),
  countWords:
    ({ text, tokens }) =>
    () =>
      countWords(text, tokens.length),
  createNoteFinder: {
    'words that stayed': (large) => {
      const notes = notesOn(large);
      return () => notes.map(createNoteFinder(large.segments, { version: 1 }));
    },
    'words that changed': (large) => {
      const notes = notesOn(large).map((note) => ({ ...note, quote: `so ${note.quote} so` }));
      return () => notes.map(createNoteFinder(large.segments, { version: 1 }));
    },
    'words that were transcribed again as one segment': (large) => {
      const notes = notesOn(large);
      return () => notes.map(createNoteFinder([large.whole], { version: 2 }));
    },
  },
  createPhraseFinder:
    ({ tokens }) =>
    () => {
      const isAt = createPhraseFinder(tokens)([...tokens.slice(0, 200), 'end']);
      return tokens.map((_, at) => isAt(at));
    },
  createPreview: {
    'word by word':
      ({ tokens }) =>
      () => {
        const preview = createPreview();
        return tokens.map((token) => preview.push(token)).join('') + preview.end();
      },
    'at once':
      ({ text }) =>
      () =>
        createPreview().push(text),
  },
  cuesOf: (large) => {
    const words = large.wordsById;
    return () => cuesOf(sourceOfText(large), { naming: 'in-text', words });
  },
  describeSpeakers: (large) => () => describeSpeakers(sourceOfText(large)),
  diffWords:
    ({ text, other }) =>
    () =>
      diffWords(text, `so ${other}`),
  divideArticle:
    ({ text }) =>
    () =>
      divideArticle(text),
  doubtedWords:
    ({ text, timedWords }) =>
    () =>
      doubtedWords({ text, words: timedWords }),
  endTimeAtOffset: (large) => () => endTimeAtOffset(wordedOf(large), large.text.length),
  endsSentence:
    ({ text, words }) =>
    () =>
      endsSentence({ text }) || words.map(endsSentence),
  estimateTokens:
    ({ text }) =>
    () =>
      estimateTokens(text),
  excerptAround:
    ({ text }) =>
    () =>
      excerptAround(text, 'end'),
  exportAss: (large) => {
    const captions = captionsOf(large);
    return () => exportAss(captions);
  },
  exportFilename:
    ({ text }) =>
    () =>
      exportFilename(text, 'txt'),
  exportFilenames: {
    'a long title':
      ({ text }) =>
      () =>
        exportFilenames([text], ''),
    'many equal titles': ({ text }) => {
      const titles = text.split(' ').map(() => 'Talk');
      return () => exportFilenames(titles, '');
    },
  },
  exportFacts: (large) => () => exportFacts(readableSource(large)),
  exportJson: (large) => () => exportJson(readableSource(large), large.wordsById),
  exportManifest:
    ({ text }) =>
    () =>
      exportManifest(
        text.split(' ').map((title, id) => ({ id, title, facts: null, files: [], failures: [] })),
        '',
        String,
      ),
  exportMarkdown: (large) => () => exportMarkdown(readableSource(large)),
  exportSrt: {
    'by length': (large) => () => exportSrt(sourceOfText(large)),
    'by words': (large) => () => exportSrt(sourceOfText(large), large.wordsById),
  },
  exportText: {
    'with segments': (large) => () => exportText(readableSource(large)),
    'without segments': (large) => () => exportText({ ...readableSource(large), timestampedTranscript: [] }),
  },
  exportVtt: (large) => () => exportVtt(sourceOfText(large), large.wordsById),
  fileTitle:
    ({ text }) =>
    () =>
      fileTitle(text),
  findAll: {
    'a word':
      ({ text, tokens }) =>
      () =>
        findAll(text, optionsFor(tokens)),
    'whole words':
      ({ text, tokens }) =>
      () =>
        findAll(text, { ...optionsFor(tokens), wholeWord: true }),
  },
  findMatches: {
    'a word':
      ({ text, tokens }) =>
      () =>
        findMatches(text, tokens[0] ?? ''),
    'a part of a syllable':
      ({ text }) =>
      () =>
        findMatches(text, '가'),
    'what is hardly there':
      ({ text, tokens }) =>
      () =>
        findMatches(text, `${tokens.slice(0, 30).join(' ')}x`),
  },
  findQuote: {
    'at the end': (large) => () => findQuote(makeQuotable(large.text), quoteOf(large), large.text.length),
    'with slips': (large) => () => findQuote(makeQuotable(large.text), `${quoteOf(large)} so ends it`, 0),
  },
  firstIndex:
    ({ tokens }) =>
    () =>
      firstIndex(tokens, (token) => token === 'end'),
  fitToBudget: ({ passages }) => {
    const ranked = passages.map(({ number }) => number);
    return () => fitToBudget(passages, ranked, passages.length * 20);
  },
  fontRuns:
    ({ text }) =>
    () =>
      fontRuns(text),
  giveTimes: ({ tokens }) => {
    const untimed = tokens.map((text) => ({ text, speaker: 'Speaker 1', startMs: null, endMs: null }));
    const atOnce = untimed.map((each) => ({ ...each, startMs: 0, endMs: 10 }));
    return () => giveTimes(untimed, false).timed.length + giveTimes(atOnce, false).timed.length;
  },
  guessLanguage:
    ({ text }) =>
    () =>
      guessLanguage(text),
  hasAlike:
    ({ text }) =>
    () =>
      hasAlike(text),
  hasAnswer: inEachLanguage(
    (language) =>
      ({ text }) =>
      () =>
        hasAnswer(text, language, ['time', 'amount', 'person', 'reason']),
  ),
  hasMarks:
    ({ text }) =>
    () =>
      hasMarks(text),
  inOrder: ({ words }) => {
    const spoken = words.map(asSpoken);
    return () => inOrder(spoken, 1000);
  },
  indexPassages: inEachLanguage((language) => ({ passages }) => {
    const own = passages.map((passage) => ({ ...passage, language }));
    return () => indexPassages(own);
  }),
  indexSaidWords:
    ({ segments }) =>
    () =>
      indexSaidWords(segments),
  indexSources: (large) => () => indexArticle(large),
  indexTranscriptPassages:
    ({ passages }) =>
    () =>
      indexTranscriptPassages(passages),
  irregularForms:
    ({ text }) =>
    () =>
      irregularForms(text),
  isInPieces:
    ({ text }) =>
    () =>
      isInPieces(text),
  isMostlyRightToLeft:
    ({ tokens }) =>
    () =>
      isMostlyRightToLeft(tokens),
  isSilent:
    ({ text }) =>
    () =>
      isSilent({ timestampedTranscript: [], transcript: text }),
  isStale: ({ segments }) => {
    const current = new Map(segments.map(({ id, revision }) => [id, revision]));
    return () => isStale({ segments }, current);
  },
  isStopWord:
    ({ text }) =>
    () =>
      isStopWord(text),
  isUntold:
    ({ text }) =>
    () =>
      isUntold(text),
  joinPages: {
    'on pages': (large) => {
      const pages = pagesOf(large);
      return () => joinPages(pages);
    },
    'in one paragraph': (large) => {
      const lines = pagesOf(large).flat();
      return () => joinPages([lines.map((line, index) => ({ ...line, y: -10 * index }))]);
    },
    'in one line':
      ({ text }) =>
      () =>
        joinPages([[{ text, left: 0, right: 100, y: 0, size: 10 }]]),
  },
  joinQuote:
    ({ tokens }) =>
    () =>
      joinQuote(tokens),
  joinTexts:
    ({ segments }) =>
    () =>
      joinTexts(segments),
  joinWords:
    ({ tokens }) =>
    () =>
      joinWords(tokens),
  langAttribute:
    ({ text }) =>
    () =>
      langAttribute(text),
  languageOf:
    ({ text }) =>
    () =>
      languageOf(text),
  linesWithMarks: inEachDirection(linesWithMarks),
  lastStartedBy:
    ({ words }) =>
    () =>
      lastStartedBy(words, ({ startMs }) => startMs, 1e9),
  lastStartedIndex:
    ({ timestamped }) =>
    () =>
      lastStartedIndex(timestamped, 1e9),
  lengthReplaced:
    ({ text, tokens }) =>
    () =>
      lengthReplaced(text, optionsFor(tokens), 'so'),
  linePieces:
    ({ text }) =>
    () =>
      linePieces(text),
  makeArticleText: {
    'one paragraph':
      ({ text }) =>
      () =>
        makeArticleText([text], 1e9),
    'many paragraphs':
      ({ tokens }) =>
      () =>
        makeArticleText(tokens, 1e9),
  },
  makeSegments: {
    'one part without times': ({ text }) => {
      const utterances = [{ text, speaker: null, startMs: null, endMs: null }];
      return () => makeSegments(utterances);
    },
    'many parts with words':
      ({ segments }) =>
      () =>
        makeSegments(segments),
    'many parts without times': ({ tokens }) => {
      const utterances = tokens.map((text) => ({ text, speaker: text, startMs: null, endMs: null }));
      return () => makeSegments(utterances);
    },
  },
  makePassages: {
    segments:
      ({ segments }) =>
      () =>
        makePassages(segments),
    'one segment':
      ({ whole }) =>
      () =>
        makePassages([whole]),
  },
  makeQuotable:
    ({ text }) =>
    () =>
      makeQuotable(text).words(),
  markdownOf: (large) => {
    const readable = readableOf(readableSource(large));
    return () => markdownOf({ ...readable, title: large.text });
  },
  mayBeInPieces:
    ({ text }) =>
    () =>
      mayBeInPieces(text),
  leftOver:
    ({ text, other }) =>
    () =>
      leftOver(
        { before: text, after: other },
        { isSameSpeaker: true, hasOthers: true, maxLength: 2 * text.length },
      ),
  mergeTexts:
    ({ text, other }) =>
    () =>
      mergeTexts(text, `so ${text}`, other),
  movedOffset:
    ({ text, other }) =>
    () =>
      movedOffset(text, `so ${other}`, text.length),
  neutralizeMarks:
    ({ text }) =>
    () =>
      neutralizeMarks(text),
  nextSpeakerLabel: ({ tokens }) => {
    const labels = tokens.map((_, index) => `Speaker ${index + 1}`);
    return () => nextSpeakerLabel(labels);
  },
  normalizeText:
    ({ text }) =>
    () =>
      normalizeText(text),
  numberAfterGap:
    ({ passages }) =>
    () =>
      numberAfterGap(passages),
  offsetOf: (large) => {
    const source = transcriptOf(large);
    return () => offsetOf(source, large.passages.length);
  },
  offsetOfWord:
    ({ text }) =>
    () =>
      offsetOfWord(text, 'end', 0),
  paragraphTexts:
    ({ segments }) =>
    () =>
      paragraphTexts(segments),
  paragraphsOf: (large) => () => paragraphsOf(sourceOfText(large)),
  parseCitations:
    ({ text }) =>
    () =>
      parseCitations(text),
  parseTime:
    ({ text }) =>
    () =>
      parseTime(text),
  passageAt: (large) => {
    const source = transcriptOf(large);
    return () => passageAt(source, 1);
  },
  passageTokens:
    ({ text }) =>
    () =>
      passageTokens({ number: 1, text }),
  passagesBetween: (large) => () =>
    passagesBetween(sourceOfText(large), {
      start: { segmentId: 1, offset: 0 },
      end: { segmentId: large.segments.length, offset: 1 },
    }),
  phrasePattern: ({ text }) => {
    const pattern = phrasePattern('*lala*|lala la*|가*|* end', 'start');
    return () => pattern.test(text);
  },
  piecesOfUnspaced:
    ({ text }) =>
    () =>
      piecesOfUnspaced(text),
  placeWords: {
    'as it was heard': ({ segments, words }) => {
      const options = { keepSegments: true, durationMs: 1e9 };
      return () => placeWords(segments, words, options);
    },
    'something else': ({ segments, words }) => {
      const options = { keepSegments: false, durationMs: 1e9 };
      const heard = words.toReversed();
      return () => placeWords(segments, heard, options);
    },
  },
  placeInOrder:
    ({ segments }) =>
    () =>
      placeInOrder(segments),
  placeTerms: {
    'with words':
      ({ whole }) =>
      () =>
        placeTerms(whole),
    'without words':
      ({ whole }) =>
      () =>
        placeTerms({ ...whole, words: [] }),
    'with words that are not in the text':
      ({ whole }) =>
      () =>
        placeTerms({ ...whole, words: whole.words.map((word, at) => ({ ...word, text: `so${at}` })) }),
  },
  plainCharacter:
    ({ text }) =>
    () =>
      Array.from(text, plainCharacter),
  plainForm:
    ({ text }) =>
    () =>
      plainForm(text),
  plainParagraphs:
    ({ text }) =>
    () =>
      plainParagraphs(text),
  questionLanguage:
    ({ text }) =>
    () =>
      questionLanguage(text, [null]),
  quoteAt: (large) => {
    const source = transcriptOf(large);
    return () => quoteAt(source, { start: 0, end: source.quotable.text.length, exact: true });
  },
  quoteHtml: (large) => () => quoteHtml(quoteFrom(large)),
  quoteText: (large) => () => quoteText(quoteFrom(large)),
  rangeAtTime: (large) => () => rangeAtTime(wordedOf(large), 1e9),
  rankByMeaning: ({ tokens }) => {
    const passages = tokens.map((text, number) => ({ number, text }));
    const ranked = passages.map(({ number }) => ({ number, score: number + 1, coverage: 0.5 }));
    const nearness = new Map(passages.map(({ number }) => [number, (number % 10) / 10]));
    return () => rankByMeaning(ranked, passages, nearness);
  },
  rankPassages: ({ passages, text }) => {
    const index = indexPassages(passages);
    return () => rankPassages(index, `When does the ${text} end?`);
  },
  readLine: ({ tokens }) => {
    const parts = tokens.map((text, at) => ({ text, left: at, right: at, isRightToLeft: at % 2 === 0 }));
    return () => readLine(parts, true);
  },
  readPublishedDate:
    ({ text }) =>
    () =>
      readPublishedDate(text),
  readableNotes: ({ segments }) => {
    const notes = segments.map(
      ({ text }): ExportedNote => ({
        kind: 'comment',
        color: null,
        text,
        author: { name: 'Ann', isYou: true },
        resolvedBy: null,
        quote: text,
        state: 'same',
        start: 0,
        replies: [{ text, author: { name: 'Eve', isYou: false } }],
      }),
    );
    return () => readableNotes({ title: '', language: null, notes });
  },
  readableOf: (large) => () => readableOf(readableSource(large)),
  readingLength:
    ({ text }) =>
    () =>
      readingLength(text),
  recordingTitle:
    ({ text }) =>
    () =>
      recordingTitle(text),
  relatedStems:
    ({ text }) =>
    () =>
      relatedStems(text),
  replaceAll:
    ({ text, tokens }) =>
    () =>
      replaceAll(text, optionsFor(tokens), ''),
  retimeWords: {
    'one word inserted':
      ({ words, other, whole }) =>
      () =>
        retimeWords(words, `so ${other}`, whole),
    'all words new':
      ({ text, whole }) =>
      () =>
        retimeWords([], text, whole),
  },
  retrieve:
    ({ passages }) =>
    () =>
      retrieve({ question: 'When does it end?', passages, nearness: new Map([[1, 0.5]]) }),
  retrieveInMemory:
    ({ passages }) =>
    () =>
      retrieveInMemory('When does it end?', passages),
  scorePlaces: ({ tokens }) => {
    const places = tokens.map((_, at) => at);
    const word = { worth: 1, worthOfSource: 1, bySource: new Map([['one', places]]) };
    return () => scorePlaces([word, word], () => ({ perPassage: 1, size: 1, worth: 1 }));
  },
  segmentsOfWords: {
    'words with times': ({ words }) => {
      const spoken = words.map(asSpoken);
      return () => segmentsOfWords(spoken);
    },
    'words at the same moment': ({ words }) => {
      const spoken = words.map((word) => ({ ...asSpoken(word), startMs: 0, endMs: 1 }));
      return () => segmentsOfWords(spoken);
    },
  },
  setTimes: ({ whole }) => {
    const half = Math.round((whole.startMs + whole.endMs) / 2);
    const wanted = { startMs: whole.startMs, endMs: half, movesPrevious: false, movesNext: true };
    const next = { ...whole, startMs: whole.startMs + 1, endMs: whole.endMs + 100 };
    const around = { previous: null, next, earlierEndMs: 0, laterStartMs: null, durationMs: null };
    return () => setTimes(whole, wanted, around);
  },
  shareByLength:
    ({ tokens, whole }) =>
    () =>
      shareByLength(tokens, whole),
  shownSpeakers: (large) => () => shownSpeakers(sourceOfText(large)),
  spacedTokensOf:
    ({ text }) =>
    () =>
      spacedTokensOf(text),
  speakerLabels:
    ({ timestamped }) =>
    () =>
      speakerLabels(timestamped),
  speakerName:
    ({ text }) =>
    () =>
      speakerName('Speaker 1', { 'Speaker 1': text }),
  speakersAgain: {
    'a speaker for each word': ({ segments, words }) => {
      const passages = segments.map((segment) => ({ ...segment, isSettled: false }));
      const turns = turnsOfWords(
        words,
        words.map((_, index) => index % 10),
      );
      return () => speakersAgain(passages, turns, []);
    },
    'one passage': ({ whole, words }) => {
      const turns = turnsOfWords(
        words,
        words.map((_, index) => index % 2),
      );
      return () => speakersAgain([{ ...whole, isSettled: false }], turns, []);
    },
  },
  splitForComparison:
    ({ text }) =>
    () =>
      splitForComparison(text),
  splitForSearch: {
    '':
      ({ text }) =>
      () =>
        splitForSearch(text),
    'with joined words':
      ({ text }) =>
      () =>
        splitForSearch(text, 'fr'),
  },
  splitIntoCues:
    ({ text }) =>
    () =>
      splitIntoCues(text, 'Ann:'),
  splitSentences: inEachLanguage(
    (language) =>
      ({ text }) =>
      () =>
        splitSentences(text, language),
  ),
  splitTerms:
    ({ text }) =>
    () =>
      splitTerms(text),
  spokenTimes: ({ text, timedWords }) => {
    const parts = splitIntoCues(text);
    return () => spokenTimes({ text, lead: '', parts, words: [...timedWords] });
  },
  srtCues: (large) => () => srtCues(sourceOfText(large), large.wordsById),
  staleCitations: ({ segments }) => {
    const current = new Map(segments.map(({ id, revision }) => [id, revision]));
    const mark = { kind: 'moment' as const, seconds: 1, transcriptId: null };
    const citations = segments.map((segment) => ({ mark, quote: null, speaker: null, segments: [segment] }));
    return () => staleCitations(citations, current);
  },
  startOfSecond:
    ({ timestamped }) =>
    () =>
      startOfSecond(timestamped, 1e9),
  stem: ({ text }) => {
    const word = text.replaceAll(' ', '');
    return () => stem(word);
  },
  stemsInText: inEachLanguage(
    (language) =>
      ({ text }) =>
      () =>
        stemsInText(text, language),
  ),
  stemsOf:
    ({ text }) =>
    () =>
      stemsOf(text, 'de'),
  stretchOf: ({ segments }) => {
    const terms = segments.flatMap((segment) => placeTerms(segment));
    return () => stretchOf(terms);
  },
  talkTimes:
    ({ timestamped }) =>
    () =>
      talkTimes(timestamped, 1e5),
  textDirection: inEachDirection(textDirection),
  textLanguage:
    ({ text }) =>
    () =>
      textLanguage(null, text),
  timeAtOffset: (large) => () => timeAtOffset(wordedOf(large), large.text.length),
  timesOfStretch: {
    'a whole text': ({ segments }) => {
      const parts = segments.map((segment) => ({ segment, start: 0, end: segment.text.length }));
      return () => timesOfStretch(parts);
    },
    'the end of one segment':
      ({ whole }) =>
      () =>
        timesOfStretch([{ segment: whole, start: whole.text.length - 3, end: whole.text.length }]),
  },
  timestampSegment:
    ({ whole }) =>
    () =>
      timestampSegment(whole),
  timestampWords:
    ({ whole }) =>
    () =>
      timestampWords(whole),
  titleOf: (large) => {
    const pages = pagesOf(large);
    return () => titleOf(pages);
  },
  toUnicodeForm: {
    NFC:
      ({ text }) =>
      () =>
        toUnicodeForm(text, 'NFC'),
    NFD:
      ({ text }) =>
      () =>
        toUnicodeForm(text, 'NFD'),
  },
  tokensOf:
    ({ text }) =>
    () =>
      tokensOf(text),
  turnsOfWords: ({ words }) => {
    const speakers = words.map((_, index) => index % 10);
    return () => turnsOfWords(words, speakers);
  },
  unchangedPlace: ({ text, segments }) => {
    const revisions = new Map(segments.map(({ id, revision }) => [id, revision]));
    const parts = segments.map((segment) => ({ segment, start: 0, end: segment.text.length }));
    return () => unchangedPlace({ quote: text, parts, startMs: 0, endMs: 1, version: 1 }, revisions);
  },
  turnLines: (large) => () => turnLines(readableSource(large)),
  unionOfTexts:
    ({ text, other }) =>
    () =>
      unionOfTexts(text, `so ${other}`),
  unknownLanguagesNote:
    ({ tokens }) =>
    () =>
      unknownLanguagesNote(tokens),
  videoIdOf: {
    'in a link':
      ({ text }) =>
      () =>
        videoIdOf(`https://www.youtube.com/watch?v=${text}`),
    'in a text':
      ({ text }) =>
      () =>
        videoIdOf(text),
    'behind a redirect': ({ text }) => {
      const target = encodeURIComponent(text);
      return () => videoIdOf(`https://www.google.com/url?q=${target}`);
    },
  },
  voiceSamples: (large) => () => voiceSamples(sourceOfText(large), 'Speaker 1'),
  vttCues: (large) => () => vttCues(sourceOfText(large), large.wordsById),
  withLeadingMark: inEachDirection(withLeadingMark),
  withoutCitations:
    ({ text }) =>
    () =>
      withoutCitations(text),
  withNearPlaces: ({ tokens }) => {
    const found = tokens.map((_, at) => ({ source: 't1', at, score: at }));
    const near = found.slice(0, 60).map(({ source, at }) => ({ source, from: at, to: at + 2, cosine: 0.5 }));
    return () => withNearPlaces(found, near);
  },
  withZoneOffset:
    ({ text }) =>
    () =>
      withZoneOffset(`10:00 ${text}`),
  wordFormsOf: inEachLanguage((language) => ({ text }) => {
    const { isStopWord, othersOf, stem } = wordFormsOf(language);
    const word = text.replaceAll(' ', '');
    return () => [isStopWord(word), othersOf(word), stem(word)];
  }),
  wordQuery: ({ text }) => {
    const word = text.replaceAll(' ', '');
    return () => wordQuery(word);
  },
  wordQueryIn: inEachLanguage((language) => ({ text }) => {
    const word = text.replaceAll(' ', '');
    return () => wordQueryIn({ word, stems: [word] }, [language]);
  }),
  wordRanges: {
    'of the text':
      ({ text, timedWords }) =>
      () =>
        wordRanges({ text, words: timedWords }),
    'of another text': ({ text, timedWords }) => {
      const words = timedWords.map(([, ...rest], at): (typeof timedWords)[number] => [`so${at}`, ...rest]);
      return () => wordRanges({ text, words });
    },
  },
};

/** The use of a function for each language that it treats in its own way. */
function inEachDirection(work: (text: string, language: string) => unknown): Readonly<Record<string, Work>> {
  return Object.fromEntries(
    ['ar', 'en', 'und'].map((language): [string, Work] => [
      language,
      ({ text }) =>
        () =>
          work(text, language),
    ]),
  );
}

function inEachLanguage(work: (language: TextLanguage) => Work): Readonly<Record<string, Work>> {
  return Object.fromEntries(
    [...KNOWN_LANGUAGES, null].map((language) => [language ?? 'of no known language', work(language)]),
  );
}

/** The functions of src/domain that take no text, with what they take. */
export const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  counted: 'a number and a unit',
  describeFailure: 'a format and the kind of a failure',
  formatClipRange: 'two times',
  formatExactTime: 'a time',
  formatMoment: 'a time',
  formatPreciseTime: 'a time',
  formatSubtitleTime: 'a time',
  formatTime: 'a time',
  formatTimestamp: 'a time',
  hasLongTimes: 'two facts about times',
  pageButtons: 'numbers of pages',
  perLanguage: 'a function of a language',
  personName: "a person's name",
  placeholderTitle: 'the id of a video',
  rarityOf: 'two counts',
  readClipRange: 'two times as an address gives them',
  roomForMore: 'counts and limits',
  retryAfterMs: 'the header of a response',
  sourceOf: 'an index, in which it looks up a passage in each source',
  speakTime: 'a time',
  timesToSearch: 'two times',
  toMs: 'a time',
  usesWords: 'a format',
  videoUrl: 'the id of a video',
  writeMark: 'a mark, which is short',
};

/** How many notes are searched for: a fixed number, because it is limited for itself. */
const NOTES = 50;
const NOTE_WORDS = 100;

function notesOn({ words, segments }: LargeText) {
  return Array.from({ length: NOTES }, (_, index) => {
    const from = Math.floor(((words.length - NOTE_WORDS) * index) / NOTES);
    const own = words.slice(from, from + NOTE_WORDS);
    return {
      quote: own.map(({ text }) => text).join(' '),
      parts: segments.slice(0, 1).map((segment) => ({ segment, start: 0, end: 4 })),
      startMs: own[0]?.startMs ?? 0,
      endMs: own.at(-1)?.endMs ?? 0,
      version: 1,
    };
  });
}

function quoteOf({ tokens }: LargeText): string {
  return tokens.slice(-20).join(' ');
}

function optionsFor(tokens: readonly string[]) {
  return { query: tokens[0] || ' ', matchCase: false, wholeWord: false };
}

function sourceOfText({ timestamped }: LargeText) {
  return { timestampedTranscript: [...timestamped], speakerNames: {}, showSpeakers: true };
}

function readableSource(large: LargeText) {
  return {
    ...sourceOfText(large),
    title: '',
    transcript: large.text,
    duration: null,
    language: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

function captionsOf({ segments }: LargeText) {
  return segments.map(({ startMs, endMs, text }) => ({ startMs, endMs, text }));
}

function asSpoken(word: LargeText['words'][number]) {
  return { ...word, speaker: 'Speaker 1', timing: 'measured' as const };
}

function wordedOf({ text, timedWords, whole }: LargeText) {
  return { text, words: timedWords, start: 0, end: whole.endMs / 1000 };
}

function quoteFrom({ segments }: LargeText) {
  return { passages: segments, start: 0, url: 'https://tapescript.test' };
}

function transcriptOf({ passages }: LargeText): IndexedTranscript {
  const [source] = indexTranscriptPassages(passages).sources;
  if (source?.kind !== 'transcript') throw new Error('There is no transcript.');
  return source;
}

function indexArticle({ text }: LargeText) {
  const passages = divideArticle(text).map(({ start, end }, index) => ({
    number: index + 1,
    start,
    end,
    text: text.slice(start, end),
  }));
  return indexSources([{ kind: 'article', articleId: 1, content: text, passages }]);
}

function articleOf(large: LargeText): IndexedArticle {
  const [source] = indexArticle(large).sources;
  if (source?.kind !== 'article') throw new Error('There is no article.');
  return source;
}

const LINE = 80;
const LINES = 40;

function pagesOf({ text }: LargeText) {
  const lines = Array.from({ length: Math.ceil(text.length / LINE) }, (_, index) => ({
    text: `${text.slice(index * LINE, (index + 1) * LINE)}${index % 2 === 0 ? '-' : ''}`,
    left: 0,
    right: 400,
    y: 10 * (LINES - (index % LINES)),
    size: 10,
  }));
  return Array.from({ length: Math.ceil(lines.length / LINES) }, (_, page) =>
    lines.slice(page * LINES, (page + 1) * LINES),
  );
}
