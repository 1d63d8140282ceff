// The trail: who did what, and the proof that nobody changed what it says.
import { type TrailEntry, readTrail } from '../../domain/views/trail/trail.ts';
import { showEntry } from '../../domain/views/trail/show.ts';
import { oneRecord } from '../answer.ts';
import { arg, byDefault, command, may, must, oneOf, type Rows, special, DECIDER } from '../define.ts';
import { recordText } from '../record-text.ts';
import { table, terminalWidth } from '../table.ts';
import { parseId, text } from '../values.ts';
import { accept } from './audit-accept.ts';
import { exportTrail, FORMATS } from './audit-export.ts';
import { FILTERS, filtersOf, organisationOf } from './audit-filters.ts';
import { verify } from './audit-verify.ts';

const summary = ({ at, actor, method, action, kind, status, label, ...entry }: TrailEntry) => ({
  at,
  id: entry.id,
  who: actor.name ?? actor.id,
  how: method,
  action,
  record: `${entry.record_type.replaceAll('_', ' ')} ${label ?? entry.record_id}`,
  what: status === null ? kind : `${status.before} → ${status.after}`,
});

const ORG = may(parseId('OrganisationId'));

const listCommand = command({
  options: { ...FILTERS, limit: byDefault(oneOf(['10', '50', '200', '1000']), '50'), cursor: may() },
  answer: async ({ database, now }, options) => {
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
  },
});

export const auditCommands: Rows = {
  list: listCommand,
  show: command({
    args: [arg(parseId('AuditId', 'entry of the trail'))],
    answer: async ({ database, now }, _, id) => {
      const entry = await showEntry(database.reader, id, now);
      return { value: entry, text: recordText(entry) };
    },
  }),
  export: command({
    options: { ...FILTERS, out: must(), format: byDefault(oneOf(FORMATS), 'ndjson') },
    answer: exportTrail,
  }),
  verify: special({
    options: { org: ORG, file: may(), key: may(), checkpoints: may() },
    act: (run, _, options) => verify(run, options),
  }),
  accept: command({
    options: { org: ORG, by: DECIDER, reason: must(text) },
    answer: accept,
  }),
  key: command({
    answer: async ({ signer }) => oneRecord({ key: (await signer()).text }),
  }),
};
