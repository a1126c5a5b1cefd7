import { randomUUID } from 'node:crypto';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { getTranscript, type Transcript } from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { requestOf } from './http-call.ts';

/** A signed-in client of a running server. */
export class Client {
  url: string;
  cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  static async signUp(url: string): Promise<Client> {
    const client = new Client(url);
    const body = JSON.stringify({
      email: `ann.${randomUUID()}@example.test`,
      password: 'correct horse',
      firstName: 'Ann',
    });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/auth/sign-up`, { method: 'POST', body, headers });
    client.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return client;
  }

  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    const { path, init } = requestOf(endpoint, input, this.cookie);
    const response = await fetch(this.url + path, init);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as OutputOf<E>;
  }

  /** Uploads a file and returns the upload's id, before it is processed. */
  async send(file: Buffer, filename = 'talk.wav') {
    const body = { filename, filesize: file.length, contentType: 'audio/wav' };
    const { uploadUrl, uploadId } = await this.call(authorizeUpload, { body });
    const response = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(file) });
    if (response.status !== 204) throw new Error(`${response.status}: ${await response.text()}`);
    return uploadId;
  }

  async upload(file: Buffer, filename?: string): Promise<TranscriptId> {
    const uploadId = await this.send(file, filename);
    return (await this.call(processUpload, { body: { uploadId } })).id;
  }

  /** Polls until the transcript satisfies the predicate, and returns it. */
  async until(id: TranscriptId, isSo: (transcript: Transcript) => boolean): Promise<Transcript> {
    for (;;) {
      const transcript = await this.call(getTranscript, { params: { id } });
      if (isSo(transcript)) return transcript;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
