// Companies that receive from the network, and envelopes as an access point brings them.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import type { EntityId } from '../../../generated/ids.ts';
import type { EntityDetails } from '../../../src/base/entity.ts';
import type { Database } from '../../../src/db/database.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { registerReceiver } from '../../../src/domain/across/network/register.ts';
import { newAct, SYSTEM } from '../../../src/domain/ground/change/change.ts';
import { getEntity } from '../../../src/domain/ground/entities/store.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';

export const SECRET = 'the-secret-of-the-access-point-0123456789';

/** Nobody else's in this database. */
export const newParticipant = (): string => `9930:DE${randomInt(100_000_000, 999_999_999)}`;

export const changeDetails = async (
  database: Database,
  id: EntityId,
  details: EntityDetails,
  columns: { readonly active?: boolean } = {},
): Promise<void> => {
  const { details: before } = await getEntity(database.reader, id);
  await database.kysely
    .updateTable('entity')
    .set({ details: JSON.stringify({ ...before, ...details }), ...columns })
    .where('id', '=', id)
    .execute();
};

export const register = async (database: Database, id: EntityId): Promise<void> => {
  const entity = await getEntity(database.reader, id);
  await openBooks(database).change(
    entity,
    newAct(SYSTEM, 'network register', { id }, new Date()),
    registerReceiver,
  );
};

export interface Company {
  readonly id: EntityId;
  readonly participant: string;
}

/** A company of an organisation of its own. */
export const newCompany = async (
  database: Database,
  {
    account,
    registered = true,
    participant = newParticipant(),
  }: {
    readonly account?: string;
    readonly registered?: boolean;
    readonly participant?: string;
  } = {},
): Promise<Company> => {
  const id = await addEntity(database, await addOrganisation(database), { country_code: 'DE' });
  const access = account === undefined ? {} : { access_point_id: account };
  await changeDetails(database, id, { participant_id: participant, ...access });
  if (registered) await register(database, id);
  return { id, participant };
};

export const bill = (
  number: string,
): string => `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:ID>${number}</cbc:ID></Invoice>`;

export interface Sent {
  readonly to: string | null;
  readonly from?: string;
  readonly messageId?: string;
  readonly payload?: string;
  /** In the place of the receiver. */
  readonly receiverXml?: string;
  /** Before the root. */
  readonly prolog?: string;
}

export const envelope = ({
  to,
  from = '9930:DE987654321',
  messageId = randomUUID(),
  payload = bill('RE 1'),
  receiverXml = to === null
    ? ''
    : `<Receiver><Identifier Authority="iso6523-actorid-upis">${to}</Identifier></Receiver>`,
  prolog = '<?xml version="1.0" encoding="UTF-8"?>',
}: Sent): Buffer =>
  Buffer.from(
    `${prolog}<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion><Sender><Identifier Authority="iso6523-actorid-upis">${from}</Identifier></Sender>${receiverXml}<DocumentIdentification><Standard>x</Standard><TypeVersion>2.1</TypeVersion><InstanceIdentifier>${messageId}</InstanceIdentifier><Type>Invoice</Type><CreationDateAndTime>2026-11-27T05:00:00Z</CreationDateAndTime></DocumentIdentification><BusinessScope/></StandardBusinessDocumentHeader>${payload}</StandardBusinessDocument>`,
  );

/** What lies in the inbox of a company, as sender and digest. */
export const inboxOf = (database: Database, { id }: Pick<Company, 'id'>) =>
  database.reader
    .selectFrom('received_document')
    .select(['id', 'channel', 'sender_id', 'message_id', 'sha256', 'bytes'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();

/** Nothing of it lies with anybody: neither a document nor the bytes of one. */
export const assertEmpty = async (
  database: Database,
  ...companies: readonly Pick<Company, 'id'>[]
): Promise<void> => {
  for (const { id } of companies) {
    assert.deepEqual(await inboxOf(database, { id }), []);
    const files = await database.reader
      .selectFrom('stored_file')
      .select('id')
      .where('entity_id', '=', id)
      .execute();
    assert.deepEqual(files, []);
  }
};
