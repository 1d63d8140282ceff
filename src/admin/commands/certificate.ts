import type { CertificateId, EntityId } from '../../../generated/ids.ts';
import { addCertificate } from '../../domain/parties/certificates/add.ts';
import { type CertificateRecord, listCertificates } from '../../domain/parties/certificates/store.ts';
import { allEntities, getEntity } from '../../domain/ground/entities/store.ts';
import { readBounded } from '../../base/input-file.ts';
import { isRefusal } from '../../base/errors.ts';
import { Refusal } from '../../base/refusal.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { resolveAct, BY, type Register, type Surroundings } from '../command.ts';
import { PASSPHRASE_VARIABLE, passphraseFrom } from '../passphrase.ts';
import { email, parseId } from '../values.ts';

interface AddOptions {
  readonly entity: EntityId;
  readonly cer: string;
  readonly key: string;
  readonly by?: string;
}

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

const readKeyFile = async (path: string): Promise<Buffer> => {
  try {
    const tooLarge = 'is too large for a certificate or a key';
    return await readBounded(path, { bytes: MAX_FILE_BYTES, tooLarge });
  } catch (error) {
    if (error instanceof Refusal || isRefusal(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal('unreadable_file', `${path} cannot be read: ${why}.`);
  }
};

const add = async (run: Surroundings, options: AddOptions): Promise<void> => {
  const certificate = await readKeyFile(options.cer);
  const key = await readKeyFile(options.key);
  const passphrase = await passphraseFrom(run.environment);
  return run.onDatabase(async ({ books, database, now, secrets: openSecrets }) => {
    const entity = await getEntity(database.reader, options.entity);
    const act = await resolveAct(database.reader, entity.organisation_id, 'certificate add', options, now);
    const secrets = await openSecrets();
    const { result } = await books.change(entity, act, (ctx) =>
      addCertificate(ctx, secrets, { certificate, key, passphrase }),
    );
    return oneRecord(result);
  });
};

const list = (run: Surroundings, { entity }: { readonly entity?: EntityId }): Promise<void> =>
  run.onDatabase(async ({ database: { reader } }) => {
    const entities =
      entity === undefined ? await allEntities(reader, null) : [await getEntity(reader, entity)];
    const ids = entities.map(({ id }) => id);
    return manyRecords(await listCertificates(reader, ids), COLUMNS);
  });

const show = (run: Surroundings, id: CertificateId): Promise<void> =>
  run.onDatabase(async ({ database: { reader } }) => {
    const ids = (await allEntities(reader, null)).map((entity) => entity.id);
    const found = (await listCertificates(reader, ids)).find((certificate) => certificate.id === id);
    if (found !== undefined) return oneRecord(found);
    throw new Refusal('not_found', `There is no certificate ${id}; "certificate list" shows them.`);
  });

export const certificateCommands: Register = (program, run) => {
  const certificate = program
    .command('certificate')
    .description('certificates (CSD) with which companies seal invoices');
  certificate
    .command('add')
    .description(`store a CSD; its pass phrase is asked for, or taken from ${PASSPHRASE_VARIABLE}`)
    .requiredOption('--entity <id>', 'whose certificate', parseId('EntityId', 'entity'))
    .requiredOption('--cer <file>', 'the certificate, as the SAT gave it (.cer)')
    .requiredOption('--key <file>', 'its encrypted private key (.key)')
    .option(...BY, email)
    .action((options: AddOptions) => add(run, options));
  certificate
    .command('list')
    .description('the certificates, without their keys')
    .option('--entity <id>', 'only those of this entity', parseId('EntityId', 'entity'))
    .action((options: { readonly entity?: EntityId }) => list(run, options));
  certificate
    .command('show')
    .description('a certificate, without its key')
    .argument('<certificate>', 'its id', parseId('CertificateId', 'certificate'))
    .action((id: CertificateId) => show(run, id));
};
