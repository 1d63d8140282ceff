// Receiving from the network: which companies do, what found no company, and a document as the sandbox would bring it.
import { SERVICE } from '../../../generated/service.ts';
import { toolError } from '../../base/errors.ts';
import { readInputFile } from '../../base/input-file.ts';
import { instantToIso } from '../../db/instant.ts';
import { createInbox } from '../../domain/across/inbox/inbox.ts';
import { discardHeld, retryHeld } from '../../domain/across/network/held.ts';
import { findReceiver } from '../../domain/across/network/receiver.ts';
import { registerReceiver, unregisterReceiver } from '../../domain/across/network/register.ts';
import {
  allReceivers,
  findMessage,
  listMessages,
  type MessageRow,
} from '../../domain/across/network/store.ts';
import { undelivered, wordsOf, wordsOfStored } from '../../domain/across/network/words.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { resolveAct } from '../command.ts';
import { arg, BY, byDefault, command, may, must, oneOf, type Rows } from '../define.ts';
import { parseId, text } from '../values.ts';

const STATUSES = ['held', 'refused', 'discarded', 'delivered'] as const;
const MOST = 200;

const describe = ({ created_at, updated_at, reason, status, ...row }: MessageRow) => ({
  message_id: row.message_id,
  status,
  reason,
  why: status === 'delivered' ? null : wordsOfStored(reason).why,
  remedy: status === 'held' || status === 'refused' ? wordsOfStored(reason).remedy : null,
  access_point: row.access_point,
  sender: row.sender,
  receiver: row.receiver,
  account: row.account,
  bytes: row.bytes,
  sha256: row.sha256,
  entity_id: row.company_id,
  received_document_id: row.received_document_id,
  attempts: row.attempts,
  first_at: instantToIso(created_at),
  last_at: instantToIso(updated_at),
});

const DOCUMENT = { bytes: SERVICE.inbox.file_bytes, tooLarge: 'is larger than a file may be' };

export const networkCommands: Rows = {
  register: command({
    options: { entity: must(parseId('EntityId')), by: BY },
    answer: async ({ database, change }, options) => {
      const entity = await getEntity(database.reader, options.entity);
      const { result } = await change(entity, options, registerReceiver);
      const { participant_key, account } = result;
      return oneRecord({ entity_id: entity.id, participant_id: participant_key, account });
    },
  }),
  unregister: command({
    options: { entity: must(parseId('EntityId')), by: BY },
    answer: async ({ database, change }, options) => {
      const entity = await getEntity(database.reader, options.entity);
      await change(entity, options, unregisterReceiver);
      return oneRecord({ entity_id: entity.id, unregistered: true });
    },
  }),
  receivers: command({
    options: {},
    answer: async ({ database: { reader } }) => {
      const rows = [];
      for (const { participant_key, company_id, account } of await allReceivers(reader)) {
        const found = await findReceiver(reader, { receiver: participant_key, account, company_id });
        const receives = typeof found !== 'string';
        const why = receives ? null : wordsOf(found).why;
        rows.push({ participant_id: participant_key, entity_id: company_id, account, receives, why });
      }
      return manyRecords(rows, ['participant_id', 'entity_id', 'account', 'receives', 'why']);
    },
  }),
  list: command({
    options: { status: byDefault(oneOf(STATUSES), 'held') },
    answer: async ({ database: { reader } }, { status }) =>
      manyRecords((await listMessages(reader, status, MOST)).map(describe), [
        'message_id',
        'status',
        'receiver',
        'sender',
        'attempts',
        'last_at',
        'why',
      ]),
  }),
  retry: command({
    args: [arg()],
    options: { entity: may(parseId('EntityId')), by: BY },
    answer: async ({ books, database, now, path }, options, message_id) => {
      const { reader } = database;
      const clock = (): Date => now;
      const inbox = createInbox({ books, read: undefined, log: { error: () => undefined }, now: clock });
      const chosen = options.entity === undefined ? null : await getEntity(reader, options.entity);
      const delivery = await retryHeld({ books, inbox, now: clock }, message_id, {
        chosen,
        actFor: ({ organisation_id }) =>
          resolveAct(reader, organisation_id, path, { ...options, message_id }, now),
      });
      if (delivery.outcome === 'refused') throw undelivered(delivery.reason);
      const row = await findMessage(reader, message_id);
      return oneRecord(row === undefined ? { message_id } : describe(row));
    },
  }),
  discard: command({
    args: [arg()],
    options: {},
    answer: async ({ database, now }, _, message_id) => {
      await discardHeld(database, message_id, now);
      return oneRecord({ message_id, discarded: true });
    },
  }),
  deliver: command({
    args: [arg()],
    options: { to: must(text) },
    answer: async ({ config, database, now, run }, { to }, file) => {
      if (config.access_point !== null) throw toolError('network_without_sandbox', {});
      const found = await findReceiver(database.reader, { receiver: to, account: null, company_id: null });
      if (typeof found === 'string') throw undelivered(found);
      const document = await readInputFile(file, DOCUMENT);
      const message = await run.parts.deliverInSandbox(database, { receiver: to, document, now });
      return oneRecord({ message_id: message, entity_id: found.id });
    },
  }),
};
