// The legs of transfers between own accounts: two bank lines that refer to each other.
import { asDay } from '../../../../base/time/day.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import { chunks } from '../../../../base/chunks.ts';
import type { BankLine } from './lines.ts';

const LEG_COLUMNS = [
  'id',
  'bank_account_id',
  'date',
  'amount_minor',
  'currency',
  'transaction_type',
  'description',
  'reference',
  'counterparty_hint',
  'party_account',
  'party_tax_id',
] as const;

export type Leg = Pick<BankLine, (typeof LEG_COLUMNS)[number]>;

/** What the other leg of a line has to be. */
export interface OtherLeg {
  readonly transaction_type: BankLine['transaction_type'];
  readonly least: number;
  readonly most: number;
}

/** Lines of the accounts and days that no match and no other transfer has taken. */
export const freeLegs = (
  ctx: Tenant<Reader>,
  accountIds: readonly string[],
  from: string,
  to: string,
  only?: OtherLeg,
): Promise<readonly Leg[]> => {
  const legs = scoped(ctx, 'bank_transaction')
    .select()
    .select(LEG_COLUMNS)
    .where('match_status', 'in', ['unmatched', 'suggested'])
    .where('transfer_status', 'is', null)
    .where('bank_account_id', 'in', accountIds)
    .where('date', '>=', asDay(from))
    .where('date', '<=', asDay(to));
  if (only === undefined) return legs.execute();
  return legs
    .where('transaction_type', '=', only.transaction_type)
    .where('amount_minor', '>=', only.least)
    .where('amount_minor', '<=', only.most)
    .execute();
};

/** Unless the leg belongs to another transfer by now. */
export const suggestPeer = async (
  ctx: Tenant<Writer>,
  legId: string,
  peerId: string,
  updated_at: string,
): Promise<void> => {
  await scoped(ctx, 'bank_transaction')
    .update()
    .set(({ eb }) => ({
      transfer_peer_id: peerId,
      transfer_status: 'suggested',
      version: eb('version', '+', 1),
      updated_at,
    }))
    .where('id', '=', legId)
    .where('transfer_status', 'is', null)
    .execute();
};

export const findPeerId = async (ctx: Tenant<Reader>, lineId: string): Promise<string | null> => {
  const row = await scoped(ctx, 'bank_transaction')
    .select()
    .select('transfer_peer_id')
    .where('id', '=', lineId)
    .executeTakeFirst();
  return row?.transfer_peer_id ?? null;
};

export type Peer = Pick<BankLine, 'bank_account_id' | 'match_status'>;

/** The other legs, by their ids. */
export const findPeers = async (
  ctx: Tenant<Reader>,
  peerIds: readonly string[],
): Promise<ReadonlyMap<string, Peer>> => {
  if (peerIds.length === 0) return new Map();
  const legs = await scoped(ctx, 'bank_transaction')
    .select()
    .select(['id', 'bank_account_id', 'match_status'])
    .where('id', 'in', peerIds)
    .execute();
  return new Map(legs.map(({ id, ...peer }) => [id, peer]));
};

/** Ids per IN list. */
const CHUNK = 1_000;

/** Those among the lines that are not confirmed. */
export const findUnconfirmed = async (
  ctx: Tenant<Reader>,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const chunk of chunks(ids, CHUNK)) {
    const free = await scoped(ctx, 'bank_transaction')
      .select()
      .select('id')
      .where('id', 'in', chunk)
      .where('match_status', '<>', 'confirmed')
      .execute();
    found.push(...free.map(({ id }) => id));
  }
  return found;
};
