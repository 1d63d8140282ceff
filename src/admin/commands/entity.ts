import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import { SERVICE } from '../../../generated/service.ts';
import type { EntityDetails } from '../../base/entity.ts';
import { decimal, toText } from '../../base/money/decimal.ts';
import { createEntity } from '../../domain/ground/entities/create.ts';
import { type AdminEntityRecord, describeForAdmin } from '../../domain/ground/entities/describe.ts';
import { allEntities, getEntity } from '../../domain/ground/entities/store.ts';
import { updateEntity } from '../../domain/ground/entities/update.ts';
import type { Reader } from '../../db/database.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { Refusal } from '../../base/refusal.ts';
import { made, manyRecords, oneRecord } from '../answer.ts';
import { resolveAct, BY, type Register, type Surroundings } from '../command.ts';
import { day, email, parseId, series, text } from '../values.ts';

/** The options common to create and update, by the field each one fills. */
interface DetailOptions {
  readonly fiscalRegime?: string;
  readonly vatId?: string;
  readonly taxNumber?: string;
  readonly street?: string;
  readonly city?: string;
  readonly participantId?: string;
  readonly accessPointId?: string;
  readonly contactName?: string;
  readonly contactEmail?: string;
  readonly contactPhone?: string;
  readonly invoiceSeries?: string;
  readonly smallBusiness?: boolean;
  readonly creditNoteSeries?: string;
  readonly borderStimulusFrom?: string;
  readonly borderStimulusTo?: string;
  readonly complements?: 'automatic' | 'approval';
}

interface CreateOptions extends DetailOptions {
  readonly org: OrganisationId;
  readonly name: string;
  readonly country: string;
  readonly taxId?: string;
  readonly postalCode?: string;
  readonly timeZone?: string;
  readonly by?: string;
}

interface UpdateOptions extends Partial<Omit<CreateOptions, 'org' | 'country'>> {
  readonly differenceLimit?: string;
}

/** Units and cents of the entity's currency; in another currency it is the same number. */
const differenceLimit = (value: string): string => {
  const trimmed = value.trim();
  const most = SERVICE.limits.max_difference_limit;
  if (/^\d{1,4}(\.\d{1,2})?$/.test(trimmed) && decimal(trimmed).lte(decimal(most)))
    return toText(decimal(trimmed));
  throw new InvalidArgumentError(`It must be an amount from 0 to ${most}, with at most two decimals.`);
};

const withDetails = (command: Command): Command =>
  command
    .option('--tax-id <id>', 'RFC (MX), VAT id or national tax number', text)
    .option('--postal-code <code>', 'of the tax address', text)
    .option('--fiscal-regime <code>', 'SAT regime such as 601 (MX)', text)
    .option('--vat-id <id>', 'VAT id (Peppol countries)', text)
    .option(
      '--tax-number <number>',
      'national tax number beside the VAT id (DE); KvK number or OIN (NL); UEN (SG)',
      text,
    )
    .option('--street <street>', 'street and number', text)
    .option('--city <city>', 'city', text)
    .option('--participant-id <id>', 'Peppol id; from the VAT id when left out', text)
    .option(
      '--access-point-id <id>',
      'its account at the access point, such as a legal entity of Storecove',
      text,
    )
    .option('--contact-name <name>', 'contact shown on invoices', text)
    .option('--contact-email <email>', "the contact's e-mail address", email)
    .option('--contact-phone <phone>', "the contact's telephone", text)
    .option('--invoice-series <series>', "series of its invoice numbers; the country's when left out", series)
    .option('--small-business', 'bears no VAT as a small business (DE, § 19 UStG)')
    .option('--no-small-business', 'bears VAT')
    .option('--credit-note-series <series>', 'the same of its credit notes', series)
    .option('--border-stimulus-from <day>', 'first day of IVA at 8 % in the border region (MX)', day)
    .option('--border-stimulus-to <day>', 'its last day; a past one ends it (MX)', day)
    .option('--time-zone <zone>', 'IANA time zone; from country and postal code when left out', text)
    .option(...BY, email);

/** Omits the fields that were not given. */
const collectDetails = (options: DetailOptions): EntityDetails => ({
  ...(options.fiscalRegime === undefined ? {} : { fiscal_regime_code: options.fiscalRegime }),
  ...(options.vatId === undefined ? {} : { vat_id: options.vatId }),
  ...(options.taxNumber === undefined ? {} : { tax_number: options.taxNumber }),
  ...(options.street === undefined ? {} : { street: options.street }),
  ...(options.city === undefined ? {} : { city: options.city }),
  ...(options.participantId === undefined ? {} : { participant_id: options.participantId }),
  ...(options.accessPointId === undefined ? {} : { access_point_id: options.accessPointId }),
  ...(options.contactName === undefined ? {} : { contact_name: options.contactName }),
  ...(options.contactEmail === undefined ? {} : { contact_email: options.contactEmail }),
  ...(options.contactPhone === undefined ? {} : { contact_phone: options.contactPhone }),
  ...(options.invoiceSeries === undefined ? {} : { invoice_series: options.invoiceSeries }),
  ...(options.smallBusiness === undefined ? {} : { small_business: options.smallBusiness }),
  ...(options.creditNoteSeries === undefined ? {} : { credit_note_series: options.creditNoteSeries }),
  ...(options.borderStimulusFrom === undefined ? {} : { border_stimulus_from: options.borderStimulusFrom }),
  ...(options.borderStimulusTo === undefined ? {} : { border_stimulus_to: options.borderStimulusTo }),
});

/** Who lets complements be filed without asking must be allowed to file them. */
const chooseComplements = async (
  db: Reader,
  organisationId: OrganisationId,
  { complements, by }: UpdateOptions,
): Promise<EntityDetails> => {
  if (complements === undefined) return {};
  if (by === undefined)
    throw new Refusal('usage', `--complements ${complements} needs --by, the administrator who decides it.`);
  const { id } = await getAdministrator(db, organisationId, by);
  return { complements, complements_granted_by: id };
};

const create = (run: Surroundings, options: CreateOptions): Promise<void> =>
  run.onDatabase(async ({ config, books, database, now }) => {
    const { id: organisationId } = await getOrganisation(database.reader, options.org);
    const act = await resolveAct(database.reader, organisationId, 'entity create', options, now);
    const wanted = {
      name: options.name,
      country: options.country,
      tax_id: options.taxId ?? null,
      postal_code: options.postalCode ?? null,
      time_zone: options.timeZone ?? null,
      details: collectDetails(options),
    };
    const { result, warnings } = await books.transaction((open) =>
      createEntity(open, organisationId, wanted, act, config.enabled_countries),
    );
    return made({ id: result.id }, warnings);
  });

const update = (run: Surroundings, id: EntityId, options: UpdateOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const { by: _by, ...changes } = options;
    if (Object.keys(changes).length === 0)
      throw new Refusal('usage', 'Nothing to change: give at least one option.');
    const { organisation_id } = await getEntity(database.reader, id);
    const act = await resolveAct(database.reader, organisation_id, 'entity update', { ...options, id }, now);
    const patch = {
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(options.taxId === undefined ? {} : { tax_id: options.taxId }),
      ...(options.postalCode === undefined ? {} : { postal_code: options.postalCode }),
      ...(options.timeZone === undefined ? {} : { time_zone: options.timeZone }),
      details: {
        ...collectDetails(options),
        ...(options.differenceLimit === undefined ? {} : { difference_limit: options.differenceLimit }),
        ...(await chooseComplements(database.reader, organisation_id, options)),
      },
    };
    const { result, warnings } = await books.transaction((open) => updateEntity(open, id, patch, act));
    return made(describeForAdmin(result), warnings);
  });

const COLUMNS: readonly (keyof AdminEntityRecord)[] = [
  'id',
  'name',
  'country_code',
  'currency',
  'tax_id',
  'time_zone',
  'is_default',
];

export const entityCommands: Register = (program, run) => {
  const entity = program.command('entity').description('companies whose books are kept');
  withDetails(
    entity
      .command('create')
      .description('make a company; its country is set here once')
      .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
      .requiredOption('--name <name>', 'legal name', text)
      .requiredOption('--country <code>', 'MX, DE, or one of ENABLED_COUNTRIES', text),
  ).action((options: CreateOptions) => create(run, options));
  withDetails(
    entity
      .command('update')
      .description('change a company; only what is given changes')
      .argument('<entity>', 'its id', parseId('EntityId', 'entity'))
      .option('--name <name>', 'legal name', text)
      .addOption(
        new Option(
          '--complements <choice>',
          'whether payment complements (MX) are filed without asking; an administrator grants it with --by',
        ).choices(['automatic', 'approval']),
      )
      .option(
        '--difference-limit <amount>',
        `the most that a bank match books apart as a difference, up to ${SERVICE.limits.max_difference_limit}; 0 for none`,
        differenceLimit,
      ),
  ).action((id: EntityId, options: UpdateOptions) => update(run, id, options));
  entity
    .command('show')
    .description('a company with all that is set for it')
    .argument('<entity>', 'its id', parseId('EntityId', 'entity'))
    .action((id: EntityId) =>
      run.onDatabase(async ({ database }) =>
        oneRecord(describeForAdmin(await getEntity(database.reader, id))),
      ),
    );
  entity
    .command('list')
    .description('the companies')
    .option('--org <id>', 'only those of this organisation', parseId('OrganisationId', 'organisation'))
    .action(({ org }: { org?: OrganisationId }) =>
      run.onDatabase(async ({ database: { reader } }) => {
        if (org !== undefined) await getOrganisation(reader, org);
        return manyRecords((await allEntities(reader, org ?? null)).map(describeForAdmin), COLUMNS);
      }),
    );
};
