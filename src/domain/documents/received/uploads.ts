// Addresses that take one file each: asked for by a call, used once, and soon over. The secret in one is shown once and never
// stored; so many of an organisation wait at a time.
import { hash, randomBytes } from 'node:crypto';
import { SERVICE } from '../../../../generated/service.ts';
import type { Raises } from '../../../base/raises.ts';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { instantToIso, parseInstant, toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { lockOrganisation } from '../../ground/organisations/store.ts';
import { maySend } from './may-send.ts';
import {
  claimUpload,
  countOpenUploads,
  endUpload,
  findUpload,
  giveUploadBack,
  insertUpload,
  type UploadRow,
} from './store/uploads.ts';

const { upload_minutes: MINUTES, open_uploads: MOST } = SERVICE.inbox;

const hashOf = (token: string): string => hash('sha256', token, 'hex');

export interface OpenUpload {
  /** 256 random bits. */
  readonly token: string;
  readonly expires_at: string;
}

export const openUpload = async (
  ctx: WriteScope & Raises<'uploads_open'>,
  file_name: string,
): Promise<OpenUpload> => {
  const { organisation_id } = ctx.entity;
  await lockOrganisation(ctx.db, organisation_id);
  const now = toInstant(ctx.now);
  if ((await countOpenUploads(ctx.db, organisation_id, now)) >= MOST)
    throw ctx.error('uploads_open', { path: 'content_base64', limit: MOST });
  const token = randomBytes(32).toString('base64url');
  const expires_at = toInstant(new Date(ctx.now.getTime() + MINUTES * 60_000));
  const row = {
    id: newId('UploadId'),
    organisation_id,
    token_hash: hashOf(token),
    file_name,
    actor_type: ctx.actor.type,
    actor_id: ctx.actor.id,
    expires_at,
    taken_at: null,
    used_at: null,
    received_document_id: null,
    created_at: now,
  };
  await insertUpload(ctx, row);
  ctx.record({
    event: 'document.upload_opened',
    record_type: 'upload',
    record_id: row.id,
    before: null,
    after: { file_name, expires_at: instantToIso(expires_at) },
  });
  return { token, expires_at: instantToIso(expires_at) };
};

/** Why an address takes nothing. */
export type UploadFault =
  | 'upload_unknown'
  | 'upload_expired'
  | 'upload_used'
  | 'upload_taken'
  | 'upload_ended';

/** Whoever asked for the address may not send any more, since the file began to come. */
export class UploadEnded extends Error {
  override readonly name = 'UploadEnded';
}

/** Whoever sends a file has so long for it; afterwards the address may be tried again while it is open. */
const TAKEN_MS = 15 * 60_000;

/** Reserves an address for one sender: a second one at the same time is told so. */
export const takeUpload = async (
  database: Database,
  token: string,
  now: Date,
): Promise<UploadRow | UploadFault> => {
  const row = await findUpload(database.reader, hashOf(token));
  if (row === undefined) return 'upload_unknown';
  if (row.used_at !== null) return 'upload_used';
  if (parseInstant(row.expires_at) <= now) return 'upload_expired';
  if (!(await maySend(database.reader, row, now))) return 'upload_ended';
  const free = toInstant(new Date(now.getTime() - TAKEN_MS));
  return (await claimUpload(database, row, toInstant(now), free)) ? row : 'upload_taken';
};

/** In the transaction that keeps the file. Throws `UploadEnded`. */
export const useUpload = async (
  ctx: WriteScope,
  upload: UploadRow,
  received_document_id: string,
): Promise<void> => {
  if (!(await maySend(ctx.db, upload, ctx.now))) throw new UploadEnded();
  await endUpload(ctx, upload.id, { received_document_id, used_at: toInstant(ctx.now) });
};

/** A broken upload leaves the address as it was. */
export const releaseUpload = (database: Database, row: Pick<UploadRow, 'entity_id' | 'id'>): Promise<void> =>
  giveUploadBack(database, row);
