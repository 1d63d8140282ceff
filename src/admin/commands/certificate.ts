import { addCertificate } from '../../domain/parties/certificates/add.ts';
import { type CertificateRecord, listCertificates } from '../../domain/parties/certificates/store.ts';
import { allEntities, getEntity } from '../../domain/ground/entities/store.ts';
import { readInputFile } from '../../base/input-file.ts';
import { Refusal } from '../../base/refusal.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { arg, BY, command, may, must, onDatabase, type Rows, special } from '../define.ts';
import { passphraseFrom } from '../passphrase.ts';
import { parseId } from '../values.ts';

const COLUMNS: readonly Extract<keyof CertificateRecord, string>[] = [
  'id',
  'serial',
  'rfc',
  'holder',
  'valid_from',
  'valid_to',
  'sandbox',
  'entity_id',
];

/** Certificates and keys are a few kilobytes. */
const MAX_FILE_BYTES = 1024 * 1024;

const KEY_FILE = { bytes: MAX_FILE_BYTES, tooLarge: 'is too large for a certificate or a key' };

export const certificateCommands: Rows = {
  add: special({
    options: { entity: must(parseId('EntityId')), cer: must(), key: must(), by: BY },
    act: async (run, path, options) => {
      const certificate = await readInputFile(options.cer, KEY_FILE);
      const key = await readInputFile(options.key, KEY_FILE);
      const passphrase = await passphraseFrom(run.environment);
      return onDatabase(run, path, async (call) => {
        const entity = await getEntity(call.database.reader, options.entity);
        const secrets = await call.secrets();
        const { result } = await call.change(entity, options, (ctx) =>
          addCertificate(ctx, secrets, { certificate, key, passphrase }),
        );
        return oneRecord(result);
      });
    },
  }),
  list: command({
    options: { entity: may(parseId('EntityId')) },
    answer: async ({ database: { reader } }, { entity }) => {
      const entities =
        entity === undefined ? await allEntities(reader, null) : [await getEntity(reader, entity)];
      const ids = entities.map(({ id }) => id);
      return manyRecords(await listCertificates(reader, ids), COLUMNS);
    },
  }),
  show: command({
    args: [arg(parseId('CertificateId'))],
    answer: async ({ database: { reader } }, _, id) => {
      const ids = (await allEntities(reader, null)).map((entity) => entity.id);
      const found = (await listCertificates(reader, ids)).find((certificate) => certificate.id === id);
      if (found !== undefined) return oneRecord(found);
      throw new Refusal('not_found', `There is no certificate ${id}; "certificate list" shows them.`);
    },
  }),
};
