// Which entries of the trail a command is about.
import { InvalidArgumentError } from 'commander';
import type { OrganisationId } from '../../../generated/ids.ts';
import { parseDay } from '../../base/time/day.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Reader } from '../../db/database.ts';
import { listKeys } from '../../domain/parties/access/store.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { findOnlyOrganisation, type Organisation } from '../../domain/ground/organisations/store.ts';
import { getMember } from '../../domain/ground/organisations/members.ts';
import { listOwners } from '../../domain/views/trail/store/earlier.ts';
import type { TrailFilters } from '../../domain/views/trail/trail.ts';
import { type Given, may } from '../define.ts';
import { email, parseId, text } from '../values.ts';

/** A day, or a moment in UTC. */
const moment = (value: string): string => {
  const given = value.trim();
  const day = parseDay(given);
  if (day !== undefined) return day;
  const parsed = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(given)
    ? Date.parse(given)
    : NaN;
  if (Number.isNaN(parsed))
    throw new InvalidArgumentError(
      'It must be a day (2026-11-21) or a moment in UTC (2026-11-21T12:00:00Z).',
    );
  return new Date(parsed).toISOString();
};

export const FILTERS = {
  org: may(parseId('OrganisationId')),
  entity: may(parseId('EntityId')),
  person: may(email),
  key: may(text),
  record: may(text),
  action: may(text),
  from: may(moment),
  to: may(moment),
};

export type FilterOptions = Given<typeof FILTERS>;

/** The one that is named, or the only one there is. */
export const organisationOf = async (db: Reader, id: OrganisationId | undefined): Promise<Organisation> => {
  if (id !== undefined) return getOrganisation(db, id);
  const only = await findOnlyOrganisation(db);
  if (only === undefined)
    throw new Refusal('usage', 'Name the organisation with --org; "org list" shows them.');
  return only;
};

const keysNamed = async (db: Reader, org: OrganisationId, name: string, now: Date): Promise<string[]> => {
  const found = (await listKeys(db, org, now)).filter((key) => key.id === name || key.name === name);
  if (found.length === 0)
    throw new Refusal('not_found', `There is no key ${name} in ${org}; "key list" shows them.`);
  return found.map(({ id }) => id);
};

export const hasFilters = (filters: FilterOptions): boolean =>
  ['entity', 'person', 'key', 'record', 'action', 'from', 'to'].some((name) => name in filters);

export const filtersOf = async (
  db: Reader,
  org: OrganisationId,
  { entity, person, key, record, action, from, to }: FilterOptions,
  now: Date,
): Promise<Omit<TrailFilters, 'limit' | 'cursor'>> => {
  if (from !== undefined && to !== undefined && from > to)
    throw new Refusal('invalid_value', `--from ${from} is after --to ${to}.`);
  const owners = await listOwners(db, org);
  if (entity !== undefined && !owners.includes(entity))
    throw new Refusal('not_found', `There is no company ${entity} in ${org}.`);
  const actors = [
    ...(person === undefined ? [] : [(await getMember(db, org, person)).id as string]),
    ...(key === undefined ? [] : await keysNamed(db, org, key, now)),
  ];
  return {
    owners: entity === undefined ? owners : [entity],
    actor_ids: actors.length === 0 ? undefined : actors,
    record_id: record,
    action,
    date_from: from,
    date_to: to,
  };
};
