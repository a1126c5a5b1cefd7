import { ERRORS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { endpoints } from '#contract/registry.ts';
import { nameOf } from '../access-matrix.ts';
import { ROOT } from '../server.ts';
import type { WireRequest } from './requests.ts';
import type { Answer } from './wire.ts';

/** Failures of outside services that the server calls; these are not our errors. */
const OF_OTHERS: ReadonlySet<string> = new Set<ErrorCode>([
  'article_unreachable',
  'article_timeout',
  'feed_unreachable',
  'feed_unreadable',
  'feed_timeout',
  'podcast_search_failed',
  'podcast_directory_busy',
  'video_search_failed',
]);

/** Internals that no response may reveal: file paths, libraries, SQL. */
const INSIDES: readonly RegExp[] = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules|node:internal/,
  new RegExp(ROOT.replace(/\/$/, '')),
  /tapescript-app-/,
  /syntax error at or near|violates .* constraint|relation "|column "|Failed query|invalid input syntax/,
  /\b(insert into|delete from|select) "/,
  /ECONNREFUSED|ENOENT|EACCES|TypeError|ZodError|FST_ERR/,
];

/** Bodies up to this size are read before they are rejected, so that the response always arrives. */
const READ_WHOLE_BYTES = 60_000;

interface Question {
  /** 'GET /api/projects/:id'. */
  route: string;
  request: WireRequest;
  isSignedIn: boolean;
  /** Texts that the caller may not see. */
  secrets: readonly string[];
}

/** The problems of a response; usually none. */
export function problemsOf(question: Question, answer: Answer): string[] {
  const { status, headers, body } = answer;
  if (status === 0) {
    return (question.request.body?.length ?? 0) > READ_WHOLE_BYTES
      ? []
      : ['The connection was closed without an answer.'];
  }
  const told = `${JSON.stringify(headers)}\n${body.toString()}`;
  return [
    ...question.secrets.filter((secret) => told.includes(secret)).map((secret) => `It tells '${secret}'.`),
    ...INSIDES.filter((inside) => inside.test(told)).map((inside) => `It tells what matches ${inside}.`),
    ...(status >= 400 ? problemsOfFailure(question, answer) : problemsOfSuccess(question, answer)),
  ];
}

function problemsOfFailure({ request }: Question, { status, headers, body }: Answer): string[] {
  // HTTP forbids a body here.
  if (request.method === 'HEAD' || (status === 416 && body.length === 0))
    return status >= 500 ? [`${status}`] : [];
  const isJson = headers['content-type']?.startsWith('application/json');
  const parsed = isJson ? ErrorBody.strict().safeParse(parseJson(body)) : undefined;
  if (!parsed?.success) return [`${status} has not the shape of an error: ${body.toString().slice(0, 300)}`];
  const { code } = parsed.data;
  const known = isCode(code) ? ERRORS[code] : undefined;
  if (known?.status !== status) return [`${status} with the code '${code}'`];
  return status >= 500 && !OF_OTHERS.has(code) ? [`${status} ${code}`] : [];
}

function problemsOfSuccess(
  { route, request, isSignedIn }: Question,
  { status, headers, body }: Answer,
): string[] {
  const endpoint = endpoints.find((each) => nameOf(each) === route);
  if (!endpoint || request.method !== endpoint.method || request.about.startsWith("the path's")) return [];
  if (status !== (endpoint.status ?? 200)) return [`${status} in place of ${endpoint.status ?? 200}`];
  if (endpoint.caller === 'signed-in' && !isSignedIn) return [`${status} for nobody in particular`];
  if (headers['content-type']?.startsWith('text/event-stream')) return [];
  const parsed = endpoint.response.safeParse(parseJson(body));
  return parsed.success
    ? []
    : [`${status} has not the shape of the contract: ${parsed.error.message.slice(0, 500)}`];
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
