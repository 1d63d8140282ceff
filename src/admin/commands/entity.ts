import { InvalidArgumentError } from 'commander';
import type { OrganisationId } from '../../../generated/ids.ts';
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
import { present } from '../../base/present.ts';
import { Refusal } from '../../base/refusal.ts';
import { made, manyRecords, oneRecord } from '../answer.ts';
import { resolveAct } from '../command.ts';
import { arg, BY, command, type Given, may, must, on, oneOf, type Rows, yes } from '../define.ts';
import { day, email, parseId, series, snaked, text } from '../values.ts';
import { entityPeriodCommands } from './entity-period.ts';

/** Units and cents of the entity's currency; in another currency it is the same number. */
const differenceLimit = (value: string): string => {
  const trimmed = value.trim();
  const most = SERVICE.limits.max_difference_limit;
  if (/^\d{1,4}(\.\d{1,2})?$/.test(trimmed) && decimal(trimmed).lte(decimal(most)))
    return toText(decimal(trimmed));
  throw new InvalidArgumentError(`It must be an amount from 0 to ${most}, with at most two decimals.`);
};

/** What the law of the country asks for at the least is checked with the rest of the company. */
const years = (value: string): number => {
  const trimmed = value.trim();
  if (/^[1-9]\d?$/.test(trimmed)) return Number(trimmed);
  throw new InvalidArgumentError('It must be a number of years from 1 to 99.');
};

/** What create and update have in common; each fills the field of its name. */
const DETAILS = {
  taxId: may(text),
  postalCode: may(text),
  fiscalRegime: may(text),
  vatId: may(text),
  taxNumber: may(text),
  street: may(text),
  city: may(text),
  participantId: may(text),
  accessPointId: may(text),
  contactName: may(text),
  contactEmail: may(email),
  contactPhone: may(text),
  invoiceSeries: may(series),
  smallBusiness: yes,
  noSmallBusiness: on,
  creditNoteSeries: may(series),
  borderStimulusFrom: may(day),
  borderStimulusTo: may(day),
  retentionYears: may(years),
  timeZone: may(text),
  by: BY,
};

/** Omits the fields that were not given. */
const fieldsOf = (options: Given<typeof DETAILS> & { readonly differenceLimit?: string }) => {
  const { tax_id, postal_code, time_zone, by: _, fiscal_regime, ...rest } = snaked(options);
  const regime = fiscal_regime === undefined ? {} : { fiscal_regime_code: fiscal_regime };
  return { tax_id, postal_code, time_zone, details: { ...regime, ...rest } };
};

/** Who lets complements be filed without asking must be allowed to file them. */
const chooseComplements = async (
  db: Reader,
  organisationId: OrganisationId,
  { complements, by }: { readonly complements?: 'automatic' | 'approval'; readonly by?: string },
): Promise<EntityDetails> => {
  if (complements === undefined) return {};
  if (by === undefined)
    throw new Refusal('usage', `--complements ${complements} needs --by, the administrator who decides it.`);
  const { id } = await getAdministrator(db, organisationId, by);
  return { complements, complements_granted_by: id };
};

const COLUMNS: readonly (keyof AdminEntityRecord)[] = [
  'id',
  'name',
  'country_code',
  'currency',
  'tax_id',
  'time_zone',
  'is_default',
];

const ENTITY = arg(parseId('EntityId'));

export const entityCommands: Rows = {
  create: command({
    options: { org: must(parseId('OrganisationId')), name: must(text), country: must(text), ...DETAILS },
    answer: async (call, options) => {
      const { config, books, database, now } = call;
      const { id: organisationId } = await getOrganisation(database.reader, options.org);
      const act = await resolveAct(database.reader, organisationId, call.path, options, now);
      const { org: _, name, country, ...given } = options;
      const { details, ...place } = fieldsOf(given);
      const { tax_id = null, postal_code = null, time_zone = null } = place;
      const wanted = { name, country, tax_id, postal_code, time_zone, details };
      const { result, warnings } = await books.transaction((open) =>
        createEntity(open, organisationId, wanted, act, config.enabled_countries),
      );
      return made({ id: result.id }, warnings);
    },
  }),
  update: command({
    args: [ENTITY],
    options: {
      name: may(text),
      complements: oneOf(['automatic', 'approval']),
      bills: oneOf(['automatic', 'person']),
      differenceLimit: may(differenceLimit),
      ...DETAILS,
    },
    answer: async (call, options, id) => {
      const { books, database, now } = call;
      const { by: _, ...changes } = options;
      if (Object.keys(changes).length === 0)
        throw new Refusal('usage', 'Nothing to change: give at least one option.');
      const { organisation_id } = await getEntity(database.reader, id);
      const act = await resolveAct(database.reader, organisation_id, call.path, { ...options, id }, now);
      const { complements: _complements, bills, name, ...given } = options;
      const { details, ...place } = fieldsOf(given);
      const granted = await chooseComplements(database.reader, organisation_id, options);
      const patch = present<Parameters<typeof updateEntity>[2]>({
        name,
        ...place,
        details: { ...details, ...granted, ...(bills === undefined ? {} : { bills }) },
      });
      const { result, warnings } = await books.transaction((open) => updateEntity(open, id, patch, act));
      return made(describeForAdmin(result), warnings);
    },
  }),
  show: command({
    args: [ENTITY],
    answer: async ({ database }, _, id) => oneRecord(describeForAdmin(await getEntity(database.reader, id))),
  }),
  list: command({
    options: { org: may(parseId('OrganisationId')) },
    answer: async ({ database: { reader } }, { org }) => {
      if (org !== undefined) await getOrganisation(reader, org);
      return manyRecords((await allEntities(reader, org ?? null)).map(describeForAdmin), COLUMNS);
    },
  }),
  ...entityPeriodCommands,
};
