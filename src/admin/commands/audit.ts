// The trail: who did what, and the proof that nobody changed what it says.
import { Option } from 'commander';
import type { AuditId, OrganisationId } from '../../../generated/ids.ts';
import type { TrailEntry } from '../../domain/views/trail/trail.ts';
import { readTrail } from '../../domain/views/trail/trail.ts';
import { showEntry } from '../../domain/views/trail/show.ts';
import { oneRecord } from '../answer.ts';
import { BY, type Register, type Surroundings } from '../command.ts';
import { recordText } from '../record-text.ts';
import { table, terminalWidth } from '../table.ts';
import { email, parseId, text } from '../values.ts';
import { accept } from './audit-accept.ts';
import { exportTrail, FORMATS } from './audit-export.ts';
import { addFilters, type FilterOptions, filtersOf, organisationOf } from './audit-filters.ts';
import { verify } from './audit-verify.ts';

interface ListOptions extends FilterOptions {
  readonly limit: string;
  readonly cursor?: string;
}

const summary = ({ at, actor, method, action, kind, status, label, ...entry }: TrailEntry) => ({
  at,
  id: entry.id,
  who: actor.name ?? actor.id,
  how: method,
  action,
  record: `${entry.record_type.replaceAll('_', ' ')} ${label ?? entry.record_id}`,
  what: status === null ? kind : `${status.before} → ${status.after}`,
});

const list = (run: Surroundings, options: ListOptions): Promise<void> =>
  run.onDatabase(async ({ database, now }) => {
    const { id: organisation_id } = await organisationOf(database.reader, options.org);
    const filters = await filtersOf(database.reader, organisation_id, options, now);
    const ctx = { db: database.reader, organisation_id, now };
    const { data, next_cursor } = await readTrail(ctx, {
      ...filters,
      limit: Number(options.limit),
      cursor: options.cursor,
    });
    const rows = data.map(summary);
    const more =
      next_cursor === null
        ? []
        : [`These are ${rows.length}. For the next ones add: --cursor ${next_cursor}`];
    const shown =
      rows.length === 0
        ? 'None.'
        : table(rows, ['at', 'who', 'action', 'record', 'what', 'id'], { room: terminalWidth() });
    return {
      value: { data, has_more: next_cursor !== null, next_cursor },
      text: [shown, ...more].join('\n\n'),
    };
  });

const show = (run: Surroundings, id: AuditId): Promise<void> =>
  run.onDatabase(async ({ database, now }) => {
    const entry = await showEntry(database.reader, id, now);
    return { value: entry, text: recordText(entry) };
  });

const key = (run: Surroundings): Promise<void> =>
  run.onDatabase(async ({ signer }) => oneRecord({ key: (await signer()).text }));

const FILE_OPTIONS = [
  '--checkpoints <file>',
  'checkpoints kept elsewhere, to which the trail is held',
] as const;

export const auditCommands: Register = (program, run) => {
  const audit = program.command('audit').description('the trail: who did what, and the proof of it');
  const org = ['--org <id>', 'the organisation', parseId('OrganisationId', 'organisation')] as const;
  addFilters(audit.command('list').description('entries of the trail, newest first'))
    .addOption(
      new Option('--limit <number>', 'at most this many').choices(['10', '50', '200', '1000']).default('50'),
    )
    .option('--cursor <cursor>', 'where the page before ended')
    .action((options: ListOptions) => list(run, options));
  audit
    .command('show')
    .description('an entry with the state before and after, and where it stands in the log')
    .argument('<entry>', 'its id', parseId('AuditId', 'entry of the trail'))
    .action((id: AuditId) => show(run, id));
  addFilters(
    audit
      .command('export')
      .description(
        'write the whole trail to a file that can be verified anywhere; with filters an excerpt, whose entries prove themselves',
      ),
  )
    .requiredOption('--out <file>', 'the file, readable by you alone; - for standard output')
    .addOption(new Option('--format <format>', 'csv has no proofs').choices(FORMATS).default('ndjson'))
    .action((options: FilterOptions & { readonly out: string; readonly format: (typeof FORMATS)[number] }) =>
      exportTrail(run, options),
    );
  audit
    .command('verify')
    .description('find entries and records that somebody changed past the service')
    .option(...org)
    .option('--file <file>', 'what "audit export" wrote, instead of the database')
    .option('--key <key>', 'the public key that signs the checkpoints, as "audit key" prints it; with --file')
    .option(...FILE_OPTIONS)
    .action(
      (options: {
        readonly org?: OrganisationId;
        readonly file?: string;
        readonly key?: string;
        readonly checkpoints?: string;
      }) => verify(run, options),
    );
  audit
    .command('accept')
    .description('take the records that "audit verify" found wrong as they are now')
    .option(...org)
    .requiredOption(BY[0], BY[1], email)
    .requiredOption('--reason <text>', 'why, for the trail', text)
    .action((options: { readonly org?: OrganisationId; readonly by: string; readonly reason: string }) =>
      accept(run, options),
    );
  audit
    .command('key')
    .description('print the public key that signs the checkpoints')
    .action(() => key(run));
};
