// The secrets with which deliveries are signed, as Standard Webhooks 1 has them.
import { createHmac, randomBytes } from 'node:crypto';
import type { Sealed, Secrets } from '../../../base/secrets/secrets.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Reader } from '../../../db/database.ts';
import { listSecrets, type SealedSecrets } from './store/endpoints.ts';

const PREFIX = 'whsec_';
const BYTES = 32;

const sealName = (id: string): string => `webhook/${id}`;

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

export const sealWebhookSecret = (secrets: Secrets, id: string, secret: string): string =>
  secrets.seal(sealName(id), Buffer.from(secret));

export const openWebhookSecret = (secrets: Secrets, id: string, sealed: string): string =>
  secrets.open(sealName(id), sealed).toString();

/** Those that sign at this moment: the present one, and for a while the one before. */
export const openSigningSecrets = (
  secrets: Secrets,
  id: string,
  { secret, previous_secret, previous_until }: SealedSecrets,
  now: Date,
): readonly string[] => {
  const both = previous_secret !== null && previous_until !== null && previous_until > toInstant(now);
  return [secret, ...(both ? [previous_secret] : [])].map((sealed) => openWebhookSecret(secrets, id, sealed));
};

export interface Signed {
  readonly id: string;
  readonly body: string;
}

/** The three headers of a delivery. */
export const signatureHeaders = (
  secrets: readonly string[],
  { id, body }: Signed,
  now: Date,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
};

export const sealedWebhookSecrets = async (db: Reader): Promise<Sealed[]> =>
  (await listSecrets(db)).map(({ id, secret }) => ({ name: sealName(id), text: secret }));
