import { Argument, InvalidArgumentError } from 'commander';
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import { suggestion } from '../../base/closest.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { importFile, type ImportRequest } from '../../domain/across/imports/import-file.ts';
import { IMPORTERS, OFFERED_IMPORTS, type OfferedImport } from '../../domain/across/imports/importers.ts';
import type { ColumnMap } from '../../domain/across/imports/read/columns.ts';
import type { ImportReport } from '../../domain/across/imports/outcome.ts';
import { importTemplate } from '../../domain/across/imports/template.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Answer } from '../answer.ts';
import { resolveAct, type Session, type Surroundings } from '../command.ts';
import {
  type Arg,
  arg,
  BY,
  type Call,
  type Given,
  may,
  on,
  onDatabase,
  type Rows,
  special,
  without,
} from '../define.ts';
import { isStandardOutput } from '../output.ts';
import { table } from '../table.ts';
import { parseId } from '../values.ts';
import { MAX_LINES_SHOWN, rowsText, withRejected } from './rejected-rows.ts';

const offered = (type: string): OfferedImport => {
  const found = OFFERED_IMPORTS.find((name) => name === type);
  if (found !== undefined) return found;
  throw new Refusal(
    'usage',
    `There is no import "${type}".${suggestion(type, OFFERED_IMPORTS)} Types: ${OFFERED_IMPORTS.join(', ')}.`,
  );
};

/** The entity, or the organisation for records that belong to the organisation. */
const findTarget = async (
  { database: { reader } }: Session,
  type: OfferedImport,
  options: { readonly entity?: EntityId; readonly org?: OrganisationId },
): Promise<Pick<ImportRequest, 'entity' | 'organisation_id'>> => {
  if (options.entity !== undefined) {
    const entity = await getEntity(reader, options.entity);
    return { entity, organisation_id: entity.organisation_id };
  }
  if (IMPORTERS[type].level === 'entity') throw new Refusal('usage', `The import of ${type} needs --entity.`);
  if (options.org === undefined) throw new Refusal('usage', `The import of ${type} needs --entity or --org.`);
  return { entity: null, organisation_id: (await getOrganisation(reader, options.org)).id };
};

/** The last equals sign parts the two: fields have none, headings may. */
const mapColumn = (value: string, earlier: ColumnMap = []): ColumnMap => {
  const at = value.lastIndexOf('=');
  const heading = value.slice(0, at).trim();
  if (at === -1 || heading === '')
    throw new InvalidArgumentError(
      "It must be a heading of the file and a field, such as 'Company name=name'.",
    );
  const field = value
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return [...earlier, { heading, field: field === '' ? null : field }];
};

const formatReport = (report: ImportReport): string => {
  const { imported, updated, skipped, rejected, warnings, warning_count } = report;
  const parts = [
    `${imported} imported, ${updated} updated, ${skipped} unchanged, ${rejected.length} rejected.`,
    ...rowsText(rejected, ['line', 'reason']),
  ];
  if (warning_count > 0)
    parts.push(`${warning_count} warnings:`, table(warnings.slice(0, MAX_LINES_SHOWN), ['line', 'message']));
  return parts.join('\n');
};

const OPTIONS = {
  entity: may(parseId('EntityId')),
  org: may(parseId('OrganisationId')),
  template: without(on, ['entity', 'org', 'partial', 'update', 'map', 'mapColumns', 'by']),
  partial: on,
  update: on,
  mapColumns: may(mapColumn),
  map: may(),
  by: BY,
};

const importRows = async (
  call: Call,
  type: OfferedImport,
  path: string,
  options: Given<typeof OPTIONS>,
): Promise<Answer> => {
  const { run, books, database, now } = call;
  const target = await findTarget(call, type, options);
  const args = { ...options, path };
  const act = await resolveAct(database.reader, target.organisation_id, `import ${type}`, args, now);
  const partial = options.partial === true;
  const toOutput = options.map !== undefined && isStandardOutput(options.map);
  run.progress.step('Reading the rows');
  const report = await importFile(books, {
    type,
    path,
    ...target,
    partial,
    update: options.update === true,
    map: toOutput ? run.out : (options.map ?? null),
    columns: options.mapColumns ?? [],
    act,
    onBytes: run.progress.count,
  });
  const answer = {
    value: report,
    text: formatReport(report),
    ...(toOutput ? { isFile: true as const } : {}),
  };
  return withRejected(answer, report.rejected, partial);
};

const printTemplate = (run: Surroundings, typeName: string, path: string | undefined): Promise<void> => {
  const template = importTemplate(offered(typeName));
  if (path !== undefined)
    throw new Refusal(
      'usage',
      `--template imports nothing; leave out ${path}, or write to it with "> ${path}".`,
    );
  return run.alone(async () => ({ value: template, text: template.csv.trimEnd() }));
};

/** Completion offers the types; of another word the command says which one it may be. */
const TYPE: Arg<string> = {
  argument: (name, help) => Object.assign(new Argument(name, help), { argChoices: [...OFFERED_IMPORTS] }),
};

export const importCommand: Rows = {
  import: special({
    args: [TYPE, arg<string | undefined>((path) => path)],
    options: OPTIONS,
    act: async (run, path, options, word, file) => {
      if (options.template === true) return printTemplate(run, word, file);
      if (file === undefined) throw new Refusal('usage', 'Which file? --template prints one to begin with.');
      const type = offered(word);
      return onDatabase(run, path, (call) => importRows(call, type, file, options));
    },
  }),
};
