// Faults of limits, of what is told of the database, of keys that seal, and of webhooks.
import type { Planted } from './planted.ts';

const STARVING = 'test/transport/starving';
const FAULTS = 'test/tools/writes/database-faults';
const WEBHOOKS = 'test/webhooks/delivery';
const FORBIDDEN = 'test/webhooks/forbidden';

export const TRUST: readonly Planted[] = [
  {
    name: 'imported-records-keep-what-nobody-sees',
    file: 'src/domain/across/imports/check-rows.ts',
    find: 'replaceHiddenIn(row.value);',
    put: 'replaceHiddenIn(null) && { value: row.value, count: 0 };',
    tests: ['test/admin/import-files'],
  },
  {
    name: 'values-of-a-body-not-counted',
    file: 'src/base/json-text.ts',
    find: '    else if (char === 0x2c) nodes++;\n',
    put: '',
    tests: [STARVING],
  },
  {
    name: 'nesting-not-bounded',
    file: 'src/base/json-text.ts',
    find: "if (depth > MAX_DEPTH) return 'depth';",
    put: "if (depth > 1e9) return 'depth';",
    tests: [STARVING, 'test/transport/messages'],
  },
  {
    name: 'one-key-takes-all-places',
    file: 'src/base/load/turns.ts',
    find: 'if (start === undefined || line.running >= perKey) continue;',
    put: 'if (start === undefined) continue;',
    tests: [STARVING],
  },
  {
    name: 'a-line-without-end',
    file: 'src/base/load/turns.ts',
    find: "if (line.waiting.size >= waiting) return 'full';",
    put: "if (line.waiting.size < 0) return 'full';",
    tests: [STARVING],
  },
  {
    name: 'unknown-keys-at-any-rate',
    file: 'src/transport/admission.ts',
    find: 'if (wait > 0) return wait;',
    put: 'if (wait < 0) return wait;',
    tests: [STARVING],
  },
  {
    name: 'a-full-disk-is-an-internal-error',
    file: 'generated/vocabulary/database-errors.ts',
    find: "full: '20 1021 1114 1197',",
    put: "full: '20 1021 1197',",
    tests: [FAULTS, 'test/db/errno'],
  },
  {
    name: 'a-lost-commit-counts-as-nothing-stored',
    file: 'src/db/transaction.ts',
    find: 'if (committing && !isTakenBack(error)) throw new OutcomeUnknown(error);',
    put: 'if (committing && !isTakenBack(error)) throw error;',
    tests: ['test/db/transaction', FAULTS],
  },
  {
    name: 'writes-below-the-floor',
    file: 'src/db/transaction.ts',
    find: '  await database.space.require();\n',
    put: '',
    tests: [FAULTS],
  },
  {
    name: 'a-new-key-in-place-of-the-lost-one',
    file: 'src/db/master-key.ts',
    find: 'if (key === undefined) throw missing(known, settings);',
    put: 'if (key === undefined) return loadMasterKey(settings);',
    tests: ['test/db/master-key'],
  },
  {
    name: 'a-foreign-key-is-taken',
    file: 'src/db/master-key.ts',
    find: 'if (key.id !== known) throw foreign(known, key);',
    put: "if (key.id === '') throw foreign(known, key);",
    tests: ['test/db/master-key'],
  },
  {
    name: 'webhook-signature-without-its-moment',
    file: 'src/domain/across/webhooks/secret.ts',
    find: '.update(`${id}.${timestamp}.${body}`)',
    put: '.update(`${id}.${body}`)',
    tests: [WEBHOOKS],
  },
  {
    name: 'webhook-secret-of-before-never-ends',
    file: 'src/domain/across/webhooks/secret.ts',
    find: 'previous_until !== null && previous_until > toInstant(now);',
    put: 'previous_until !== null;',
    tests: ['test/webhooks/reach'],
  },
  {
    name: 'webhook-of-another-company',
    file: 'src/domain/ground/outbox/kinds.ts',
    find: '(entity_id === null || entity_id === tenant_id) && takes(events, type);',
    put: 'takes(events, type);',
    tests: ['test/webhooks/reach'],
  },
  {
    name: 'webhook-waits-always-the-same',
    file: 'src/domain/across/webhooks/attempt.ts',
    find: 'const wait = waits_s[round];',
    put: 'const wait = waits_s[0 * round];',
    tests: [WEBHOOKS],
  },
  {
    name: 'webhook-to-the-cloud-metadata',
    file: 'src/base/net/guard.ts',
    find: "  '169.254.0.0/16',\n",
    put: '',
    tests: [FORBIDDEN],
  },
  {
    name: 'webhook-to-mapped-addresses',
    file: 'src/base/net/guard.ts',
    find: "isIP(address) === 6 && PUBLIC_V6.check(address, 'ipv6') &&",
    put: 'isIP(address) === 6 &&',
    tests: [FORBIDDEN],
  },
  {
    name: 'writes-to-a-server-of-other-data',
    file: 'src/db/choose-writer.ts',
    find: 'each.standing.obstacle === null && !strangers.includes(each)',
    put: 'each.standing.obstacle === null',
    tests: ['test/db/choose-writer'],
  },
  {
    name: 'writes-to-a-read-only-server',
    file: 'src/db/choose-writer.ts',
    find: 'each.standing.obstacle === null && !strangers.includes(each)',
    put: '!strangers.includes(each)',
    tests: ['test/db/choose-writer'],
  },
  {
    name: 'any-answer-is-yes',
    file: 'src/admin/surroundings.ts',
    find: 'const YES = /^\\s*y(es)?\\s*$/i;',
    put: 'const YES = /^\\s*y?/i;',
    tests: ['test/admin/confirm'],
  },
  {
    name: 'written-file-open-to-others',
    file: 'src/base/files.ts',
    find: 'const FILE_OF_OWNER = 0o600;',
    put: 'const FILE_OF_OWNER = 0o644;',
    tests: ['test/admin/export'],
  },
];
