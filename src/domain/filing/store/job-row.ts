// Converts outbox rows to jobs. Their JSON was written by this or an earlier release.
import type { Selectable } from 'kysely';
import { type CancellationReason, CancellationReasonValues } from '../../../../generated/types.ts';
import { parseInstant } from '../../../db/instant.ts';
import type { Lease } from '../../../db/lease.ts';
import type { DB } from '../../../db/schema.ts';
import type { Route } from '../../../einvoicing/filing.ts';
import { isListed } from '../../../base/country-codes.ts';
import { BY_MAIL, type Built, type CancelOrder, type FollowOrder, type Job } from '../job.ts';

export type JobRow = Selectable<DB['outbox']>;

const readRoute = (value: unknown): Route => {
  const fields = readFields(value);
  const senderCountry = readText(fields, 'senderCountry');
  if (!isListed(senderCountry)) throw new Error(`the stored country ${senderCountry} is not known`);
  return {
    sender: readText(fields, 'sender'),
    receiver: readText(fields, 'receiver'),
    senderCountry,
    accessPointId: readOptional(fields, 'accessPointId'),
  };
};

const readReason = (fields: Fields): CancellationReason => {
  const known = CancellationReasonValues.find((reason) => reason === fields['reason']);
  if (known === undefined) throw new Error('the stored reason of a cancellation is not known');
  return known;
};

const readCancel = (request: unknown): CancelOrder => {
  const fields = readFields(request);
  return {
    reason: readReason(fields),
    replacement: readOptional(fields, 'replacement'),
    by: readOptional(fields, 'by'),
  };
};

const readFollow = (request: unknown): FollowOrder => {
  const fields = readFields(request);
  return {
    document_id: readText(fields, 'document_id'),
    submission_key: readText(fields, 'submission_key'),
    route: readRoute(fields['route']),
    provider: readText(fields, 'provider'),
    sandbox: Boolean(fields['sandbox']),
    sha256: readText(fields, 'sha256'),
    profile: readText(fields, 'profile'),
  };
};

/** The JSON of the column `request`. Flags in it are 0 and 1, as earlier releases expect. */
export const writeOrder = (order: CancelOrder | FollowOrder | null): string =>
  JSON.stringify(order ?? {}, (name, value: unknown) => (name === 'sandbox' ? Number(value) : value));

const readBuilt = (row: JobRow): Built | null => {
  const { submission_key: key, payload: bytes, media_type: mediaType, sha256, profile, provider } = row;
  if (key === null || bytes === null || mediaType === null || sha256 === null) return null;
  if (profile === null || provider === null || row.route === null || row.built_at === null) return null;
  return {
    submission: {
      key,
      document: { bytes, mediaType, sha256, profile, seal: row.seal },
      route: readRoute(row.route),
    },
    provider,
    sandbox: row.sandbox === true,
    at: parseInstant(row.built_at),
  };
};

/** The row as it was before the claim. */
export const toJob = (row: JobRow, lease: Lease): Job => {
  const entry = {
    id: row.id,
    entity_id: row.entity_id,
    document_id: row.document_id,
    approval_id: row.approval_id,
    state: row.state,
    generation: row.generation,
    built: readBuilt(row),
    maybe_sent: row.maybe_sent !== false,
    by_mail: row.kind === 'file' && row.provider === BY_MAIL,
    attempts: row.attempts,
    lease,
  };
  const { kind, request } = row;
  if (kind === 'cancel') return { ...entry, kind, order: readCancel(request) };
  if (kind === 'evidence') return { ...entry, kind, order: readFollow(request) };
  return { ...entry, kind, order: null };
};

export type Fields = Readonly<Record<string, unknown>>;

export const readFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export const readText = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`the stored ${name} is no text`);
  return value;
};

export const readOptional = (fields: Fields, name: string): string | null =>
  fields[name] === null || fields[name] === undefined ? null : readText(fields, name);

export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
