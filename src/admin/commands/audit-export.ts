// Writes the trail to a file: all of it, so that it can be verified elsewhere, or an excerpt.
import type { OrganisationId } from '../../../generated/ids.ts';
import { replaceFile } from '../../base/files.ts';
import { writeExcerpt } from '../../domain/views/trail/excerpt.ts';
import type { KnownHeads } from '../../domain/views/trail/log/known-heads.ts';
import { streamTrail } from '../../domain/views/trail/export.ts';
import { writeWholeTrail } from '../../domain/views/trail/verify/verify.ts';
import { type Answer, oneRecord } from '../answer.ts';
import type { Session } from '../command.ts';
import type { Call } from '../define.ts';
import { type FilterOptions, filtersOf, hasFilters, organisationOf } from './audit-filters.ts';
import { catchUp, headsOf } from './audit-verify.ts';

export const FORMATS = ['ndjson', 'csv'] as const;

type ExportOptions = FilterOptions & {
  readonly out: string;
  readonly format: (typeof FORMATS)[number];
};

type Write = (text: string) => Promise<void>;

const CSV_WARNING =
  'A CSV file proves nothing; without --format csv each entry has its proof, and without filters the whole trail can be verified.';

/** Says how many entries or lines were written. */
const writeTrail = async (
  session: Session,
  heads: KnownHeads,
  options: ExportOptions,
  write: Write,
): Promise<number> => {
  const { database, now } = session;
  const organisation = await organisationOf(database.reader, options.org);
  const id: OrganisationId = organisation.id;
  const filters = await filtersOf(database.reader, id, options, now);
  if (options.format === 'csv') {
    const { rows, text } = await streamTrail(
      database,
      { db: database.reader, organisation_id: id, now },
      filters,
    );
    for await (const part of text) await write(part);
    return rows;
  }
  const signer = await session.signer();
  await catchUp(session, heads, signer, organisation);
  const parts = { database, key: signer, now };
  return hasFilters(options)
    ? writeExcerpt(parts, organisation, filters, write)
    : writeWholeTrail(parts, organisation, write);
};

export const exportTrail = async (call: Call, options: ExportOptions): Promise<Answer> => {
  const heads = headsOf(call.run, call);
  const warnings = options.format === 'csv' ? [CSV_WARNING] : [];
  if (options.out === '-') {
    const rows = await writeTrail(call, heads, options, call.run.out);
    return { ...oneRecord({ rows }, warnings), isFile: true };
  }
  const { rows, bytes } = await replaceFile(options.out, async (file) => {
    const written = await writeTrail(call, heads, options, (text) => file.appendFile(text));
    return { rows: written, bytes: (await file.stat()).size };
  });
  return oneRecord({ rows, bytes, file: options.out }, warnings);
};
