// Which company a message of the network is for. Only a participant that an operator has registered for a company receives,
// and only while everything that is said of the receiver fits that one company: nothing is guessed.
import type { Entity } from '../../../base/entity.ts';
import type { Reader } from '../../../db/database.ts';
import { participantKey } from '../../../einvoicing/peppol-ubl/participant.ts';
import { findAnyEntity } from '../../ground/entities/store.ts';
import { type ReceiverRow, receiverByKey, receiverOf, receiversByAccount } from './store.ts';

/** What is said of the receiver: by the envelope, and by the access point. At least one has to be said. */
export interface Addressed {
  /** As the envelope says; null without one. */
  readonly receiver: string | null;
  /** The receiver's account at the access point; null where it does not say. */
  readonly account: string | null;
  /** The company, where the access point knows it by its id here. */
  readonly company_id: string | null;
}

/** Why no company gets it. */
export type NoReceiver =
  /** Neither the envelope nor the access point names one. */
  | 'unnamed'
  /** What names it is no participant id of the network. */
  | 'no_participant_id'
  /** Nobody here receives under that id or account. */
  | 'unknown'
  /** Two companies have that account. */
  | 'ambiguous'
  /** Envelope and access point name different ones. */
  | 'contradictory'
  /** The company has another participant id by now than the one it was registered with. */
  | 'registration_changed'
  | 'inactive';

/** The one registration that all that is said fits. */
export const registrationFor = async (
  db: Reader,
  { receiver, account, company_id }: Addressed,
): Promise<ReceiverRow | NoReceiver> => {
  if (receiver === null && account === null && company_id === null) return 'unnamed';
  const key = receiver === null ? undefined : participantKey(receiver);
  if (receiver !== null && key === undefined) return 'no_participant_id';
  const [byAccount, another] = account === null ? [] : await receiversByAccount(db, account);
  if (another !== undefined) return 'ambiguous';
  const stated = key === undefined ? byAccount : await receiverByKey(db, key);
  const row =
    stated === undefined && receiver === null && account === null && company_id !== null
      ? await receiverOf(db, company_id)
      : stated;
  if (row === undefined) return 'unknown';
  if (account !== null && row.account !== account) return 'contradictory';
  if (company_id !== null && row.company_id !== company_id) return 'contradictory';
  return row;
};

/** The company, or why there is none. */
export const findReceiver = async (db: Reader, addressed: Addressed): Promise<Entity | NoReceiver> => {
  const row = await registrationFor(db, addressed);
  if (typeof row === 'string') return row;
  const entity = await findAnyEntity(db, row.company_id);
  if (entity === undefined) return 'unknown';
  if (!entity.active) return 'inactive';
  const now = participantKey(entity.details.participant_id ?? '');
  return now === row.participant_key ? entity : 'registration_changed';
};
