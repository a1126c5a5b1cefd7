import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CurrentUser, getCurrentUser } from '#contract/auth.ts';
import { type Endpoint, filledPath, type InputOf, type OutputOf } from '#contract/endpoint.ts';
import type { ImportId, TranscriptId } from '#contract/ids.ts';
import type { ImportTiming } from '#contract/import-formats.ts';
import type { SoundChoice } from '#contract/sound-tracks.ts';
import type { SpeechChoice } from '#contract/speech-engines.ts';
import { getTranscript, type Transcript } from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import type { Query } from './project-content.ts';

/** The response of a rejected call. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;

  constructor(status: number, body: { code?: string; message?: string }) {
    super(body.message ?? `status ${status}`);
    this.status = status;
    this.code = body.code ?? '';
    this.body = body;
  }
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

let people = 0;

/** A user of the application over HTTP, with their own cookie. */
export class Person {
  readonly app: FastifyInstance;
  /** A loopback address of their own, so that each person has the full limits per address. */
  readonly address: string;
  cookie = '';
  /** With which a program acts for the person; it goes in place of the cookie. */
  token = '';
  email = '';
  user: CurrentUser | undefined;

  constructor(app: FastifyInstance) {
    this.app = app;
    people += 1;
    this.address = `127.1.${(people >> 8) & 255}.${people & 255}`;
  }

  static async signUp(app: FastifyInstance, firstName: string): Promise<Person> {
    const person = Person.called(app, firstName);
    const payload = { email: person.email, password: 'correct horse', firstName };
    const response = await app.inject({ method: 'POST', url: '/api/auth/sign-up', payload });
    person.user = CurrentUser.parse(response.json());
    person.cookie = cookieOf(response.headers['set-cookie']);
    return person;
  }

  /** Creates a person in the database with a hash from `passwordHashOf`, because hashing a password for each person is slow. */
  static async insert(
    { app, sql }: { app: FastifyInstance; sql: Query },
    passwordHash: string,
    firstName: string,
  ): Promise<Person> {
    const person = Person.called(app, firstName);
    const token = randomBytes(32).toString('base64url');
    await sql(
      `with person as (insert into users (email, first_name, password_hash) values ($1, $2, $3) returning id)
      insert into sessions (token_hash, user_id, expires_at) select $4, id, now() + interval '30 days' from person`,
      [person.email, firstName, passwordHash, createHash('sha256').update(token).digest('hex')],
    );
    person.cookie = `tapescript_session=${token}`;
    person.user = await person.call(getCurrentUser, {});
    return person;
  }

  /** A program that acts for this person with an access token. */
  withToken(token: string): Person {
    const program = new Person(this.app);
    return Object.assign(program, { email: this.email, user: this.user, token });
  }

  /** The headers that say who this is. */
  get credentials(): Record<string, string> {
    if (this.token) return { authorization: `Bearer ${this.token}` };
    return this.cookie ? { cookie: this.cookie } : {};
  }

  private static called(app: FastifyInstance, firstName: string): Person {
    const person = new Person(app);
    person.email = `${firstName.toLowerCase()}.${people}@example.test`;
    return person;
  }

  /** Calls an endpoint as the browser does; rejects with Refused for any status but the endpoint's success status. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    const { params = {}, query = {}, body } = input as Parts;
    const response = await this.app.inject({
      method: endpoint.method,
      url: filledPath(endpoint.path, params),
      remoteAddress: this.address,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: this.credentials,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (response.statusCode !== (endpoint.status ?? 200))
      throw new Refused(response.statusCode, response.json());
    return response.json();
  }

  /** Uploads a file in all three steps and returns the new transcript's id. */
  async upload(
    file: Buffer,
    {
      filename = 'talk.wav',
      contentType = 'audio/wav',
      suggestSpeakers = true,
      speakers = null as number | null,
      engine = 'auto' as SpeechChoice,
      language = null as string | null,
      soundTrack = null as SoundChoice | null,
      importId = undefined as ImportId | undefined,
      importTiming = 'file' as ImportTiming,
    } = {},
  ): Promise<TranscriptId> {
    const body = { filename, filesize: file.length, contentType };
    const { uploadUrl, uploadId } = await this.call(authorizeUpload, { body });
    const put = await this.put(uploadUrl, file);
    if (put.statusCode !== 204) throw new Refused(put.statusCode, put.json());
    const options = { suggestSpeakers, speakers, engine, language, soundTrack, importId, importTiming };
    return (await this.call(processUpload, { body: { uploadId, ...options } })).id;
  }

  put(uploadUrl: string, file: Buffer, contentType = 'audio/wav') {
    const { pathname, search } = new URL(uploadUrl);
    return this.app.inject({
      method: 'PUT',
      url: pathname + search,
      remoteAddress: this.address,
      payload: file,
      headers: { 'content-type': contentType },
    });
  }

  /** Waits for the job's own events until a transcript is completed or failed, and returns it. */
  async settled(id: TranscriptId): Promise<Transcript> {
    for (;;) {
      const transcript = await this.call(getTranscript, { params: { id } });
      if (transcript.status !== 'processing') return transcript;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** The hash of a person's password, for `Person.insert`. */
export async function passwordHashOf(sql: Query, { user }: Person): Promise<string> {
  const [row] = await sql('select password_hash from users where id = $1', [user?.id]);
  return String(row?.password_hash);
}

/** The Cookie header for a Set-Cookie header. */
export function cookieOf(header: string | string[] | undefined): string {
  return [header]
    .flat()
    .map((line) => line?.split(';')[0] ?? '')
    .join('; ');
}
