// How long the files of a company are kept: whole calendar years from the end of the year of the document, as section 147 (4)
// AO counts them; countries that count otherwise have a minimum that is as long.
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { Entity } from '../../../base/entity.ts';
import { asDay, type IsoDay } from '../../../base/time/day.ts';

type Keeping = Pick<Entity, 'country_code' | 'details'>;

export const retentionYears = ({ country_code, details }: Keeping): number =>
  details.retention_years ?? COUNTRIES[country_code].retention.years;

/** The last day on which a file is kept; `since` is the latest of the days of its document and its arrival. */
export const retainUntil = (entity: Keeping, since: IsoDay): IsoDay =>
  asDay(`${Math.min(Number(since.slice(0, 4)) + retentionYears(entity), LAST_YEAR)}-12-31`);

/** Documents of others may name any day. */
const LAST_YEAR = 9999;
