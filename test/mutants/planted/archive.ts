// Faults of the archive: what is deleted too early or by the wrong hand, and bytes that nobody checked.
import type { Planted } from './planted.ts';

const DELETE = 'src/domain/across/archive/delete.ts';
const STORE = 'src/domain/across/archive/store.ts';
const DELETION = ['test/admin/archive-deletion'];
const ARCHIVE = ['test/admin/archive'];

export const ARCHIVED: readonly Planted[] = [
  {
    name: 'archive-deletes-on-the-last-day-of-the-term',
    file: DELETE,
    find: "retain_until < ctx.today) return 'term';",
    put: "retain_until <= ctx.today) return 'term';",
    tests: DELETION,
  },
  {
    name: 'archive-deletes-what-was-booked',
    file: DELETE,
    find: 'if (used !== undefined) throw',
    put: 'if (used !== undefined && !isPrivate) throw',
    tests: DELETION,
  },
  {
    name: 'archive-deletes-within-the-term-whatever-it-is',
    file: DELETE,
    find: "if (!isPrivate) throw toolError('file_in_term', { file_name, retain_until });\n",
    put: '',
    tests: DELETION,
  },
  {
    name: 'archive-deletes-what-nobody-decided-about',
    file: DELETE,
    find: "if (status !== 'rejected') throw",
    put: "if (status === 'needs_review') throw",
    tests: DELETION,
  },
  {
    name: 'archive-deletes-for-a-key',
    file: DELETE,
    find: "if (ctx.actor.type !== 'member') throw",
    put: "if (ctx.actor.type === 'system') throw",
    tests: DELETION,
  },
  {
    name: 'archive-forgets-what-was-posted-once',
    file: STORE,
    find: 'if (posted !== undefined) return posted.record_id;\n',
    put: '',
    tests: DELETION,
  },
  {
    name: 'archive-forgets-a-deleted-file',
    file: DELETE,
    find: '  await insertDeleted(ctx, row);\n',
    put: '',
    tests: DELETION,
  },
  {
    name: 'archive-reads-what-nobody-kept',
    file: 'src/domain/ground/files/read.ts',
    find: "if (hash.digest('hex') !== sha256) {",
    put: "if (hash.digest('hex').length !== sha256.length) {",
    tests: ARCHIVE,
  },
  {
    name: 'archive-term-below-the-law',
    file: 'src/einvoicing/entity-rules.ts',
    find: 'years >= retention.minimum_years) return;',
    put: 'years > 0) return;',
    tests: ARCHIVE,
  },
  {
    name: 'archive-proves-with-the-trail-of-all',
    file: 'src/domain/views/archive/export.ts',
    find: 'organisation, { owners: [entity.id] }, write, records)',
    put: 'organisation, { owners: [entity.id, organisation.id] }, write)',
    tests: ARCHIVE,
  },
  {
    name: 'archive-place-never-given-back',
    file: 'src/domain/views/archive/export.ts',
    find: '      onEnd();',
    put: '',
    tests: ['test/console/inbox'],
  },
  {
    name: 'large-forms-held-without-bound',
    file: 'src/console/body.ts',
    find: 'if (held - own + size > MAX_HELD_BYTES) return false;',
    put: '',
    tests: ['test/console/body'],
  },
];
