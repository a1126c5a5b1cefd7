import type { errors } from 'oidc-provider';
import { hashToken } from '../../auth/hash-token.ts';
import type { Db } from '../../db/client.ts';
import {
  consumeRecord,
  deleteGrant,
  deleteRecord,
  findRecord,
  findRecordByUid,
  putRecord,
  type RecordRow,
} from './queries.ts';

type Payload = Record<string, unknown>;

/** A client that has registered itself goes after a day, unless somebody has let it in. */
const CLIENT_MS = 24 * 60 * 60_000;
/** What can be used by whoever knows its id. */
const SECRETS: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** Keeps what the library stores in our database, for all nodes; secrets only as hashes. */
export function createRecordAdapter(db: Db, { InvalidGrant }: Pick<typeof errors, 'InvalidGrant'>) {
  return class RecordAdapter {
    readonly model: string;

    constructor(model: string) {
      this.model = model;
    }

    keyOf(id: string) {
      return { model: this.model, idHash: hashToken(id) };
    }

    async upsert(id: string, { jti, ...payload }: Payload, expiresInSeconds?: number): Promise<void> {
      const { grantId, uid } = payload;
      const row = {
        ...this.keyOf(id),
        payload: SECRETS.has(this.model) ? payload : { jti, ...payload },
        grantHash: typeof grantId === 'string' ? hashToken(grantId) : null,
        uidHash: this.model === 'Session' && typeof uid === 'string' ? hashToken(uid) : null,
      };
      const goodForMs = expiresInSeconds === undefined ? undefined : expiresInSeconds * 1000;
      await putRecord(db, row, this.model === 'Client' ? CLIENT_MS : goodForMs);
    }

    async find(id: string): Promise<Payload | undefined> {
      const row = await findRecord(db, this.keyOf(id));
      return row && { ...asPayload(row), ...(SECRETS.has(this.model) ? { jti: id } : {}) };
    }

    async findByUid(uid: string): Promise<Payload | undefined> {
      const row = await findRecordByUid(db, hashToken(uid));
      return row && asPayload(row);
    }

    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    /** Of two who use a code or a refresh token at the same moment, one comes too late, and neither keeps anything. */
    async consume(id: string): Promise<void> {
      if (await consumeRecord(db, this.keyOf(id))) return;
      const row = await findRecord(db, this.keyOf(id));
      if (row?.grantHash) await deleteGrant(db, row.grantHash);
      throw new InvalidGrant('it has been used already');
    }

    async destroy(id: string): Promise<void> {
      if (this.model === 'Grant') await deleteGrant(db, hashToken(id));
      else await deleteRecord(db, this.keyOf(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await deleteGrant(db, hashToken(grantId));
    }
  };
}

function asPayload({ payload, consumedAt }: RecordRow): Payload {
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload;
}
