// Faults of work in slices, of digests that come from what was written, and of compressed answers.
import type { Planted } from './planted.ts';

const TURNS = 'test/base/load/turns';
const DRAFTS = 'test/tools/corrections/long-drafts';
const PARTS = 'test/property/credit-parts';
const WRITTEN = 'test/trail/written';
const CODINGS = 'test/transport/codings';
const COMPLIANCE = 'src/domain/documents/invoices/compliance.ts';
const COLUMNS = 'src/db/trail/written.ts';
const REPLY = 'src/transport/coded-reply.ts';
const PICK = 'src/base/net/codings.ts';

export const SLICES: readonly Planted[] = [
  {
    name: 'slices-after-a-pause-skipped',
    file: 'src/base/load/turns.ts',
    find: 'if (paused !== undefined) await paused;\n    if (done === true) return value;',
    put: 'if (paused !== undefined) await paused;\n    if (done === true || paused !== undefined) return value;',
    tests: [TURNS],
  },
  {
    name: 'slices-without-a-pause',
    file: 'src/base/load/turns.ts',
    find: 'if (performance.now() - since < heldMs) return undefined;',
    put: 'if (performance.now() - since < heldMs * 1e6) return undefined;',
    tests: [TURNS],
  },
  {
    name: 'slice-begun-anew-after-each-pause',
    file: 'src/base/load/turns.ts',
    find: '        since = performance.now();\n        resolve();',
    put: '        resolve();',
    tests: [TURNS, DRAFTS],
  },
  {
    name: 'line-left-out-between-slices',
    file: 'src/domain/documents/invoices/plan.ts',
    find: 'if (calculated === undefined) continue;',
    put: 'if (calculated === undefined || index === 255) continue;',
    tests: [DRAFTS],
  },
  {
    name: 'breach-told-twice-between-slices',
    file: 'src/einvoicing/rules.ts',
    find: 'issues.push({ rule: id, path, message, fix, severity });',
    put: 'issues.push({ rule: id, path, message, fix, severity }, { rule: id, path, message, fix, severity });',
    tests: ['test/domain/invoices/compliance', 'test/einvoicing/mx-cfdi/guide-rules', DRAFTS],
  },
  {
    name: 'compliance-remembered-by-the-draft-alone',
    file: COMPLIANCE,
    find: "hash('sha256', JSON.stringify([entity, record]), 'base64url')",
    put: "hash('sha256', JSON.stringify([entity.id, record.header.id]), 'base64url')",
    tests: [DRAFTS],
  },
  {
    name: 'credited-line-left-out-between-slices',
    file: 'src/domain/documents/credit-notes/content.ts',
    find: 'if (sums !== undefined)',
    put: 'if (sums !== undefined && index !== 2)',
    tests: [PARTS],
  },
  {
    name: 'quantities-left-of-the-neighbour',
    file: 'src/domain/documents/credit-notes/left.ts',
    find: 'left[invoice_position - 1] = before.minus(decimal(quantity));',
    put: 'left[invoice_position % left.length] = before.minus(decimal(quantity));',
    tests: [PARTS],
  },
  {
    name: 'quota-of-nothing',
    file: 'src/domain/documents/credit-notes/plan-lines.ts',
    find: 'return isPositive(part) ? part : LEAST_QUANTITY;',
    put: 'return part;',
    tests: [PARTS],
  },
  {
    name: 'digest-of-decimals-as-given',
    file: COLUMNS,
    find: "`.${decimals.padEnd(scale, '0')}`",
    put: '`.${decimals}`',
    tests: [WRITTEN],
  },
  {
    name: 'digest-of-a-column-of-a-later-version',
    file: COLUMNS,
    find: 'return given === Object.keys(row).length ? read : undefined;',
    put: 'return given > 0 ? read : undefined;',
    tests: [WRITTEN],
  },
  {
    name: 'digest-of-a-text-that-is-cut-off',
    file: COLUMNS,
    find: 'value.length <= length && !HALF.test(value)',
    put: '!HALF.test(value)',
    tests: [WRITTEN],
  },
  {
    name: 'digest-of-a-flag-as-it-was-sent',
    file: COLUMNS,
    find: 'value === 0 || value === 1 ? value === 1 : UNSURE',
    put: 'value === 0 || value === 1 ? value : UNSURE',
    tests: [WRITTEN],
  },
  {
    name: 'answer-under-another-coding',
    file: REPLY,
    find: "headers: [...reply.headers, 'Content-Encoding', coding],",
    put: "headers: [...reply.headers, 'Content-Encoding', 'gzip'],",
    tests: [CODINGS],
  },
  {
    name: 'answer-that-does-not-say-it-varies',
    file: REPLY,
    find: 'headers: [...headers, ...VARIES]',
    put: 'headers: [...headers]',
    tests: [CODINGS],
  },
  {
    name: 'what-is-shown-once-is-compressed',
    file: REPLY,
    find: "if (ready === 'never') return asItIs;",
    put: "if (ready === 'never') return codedReply(coder, { status, headers, ...reply }, acceptEncoding);",
    tests: [CODINGS],
  },
  {
    name: 'refused-coding-taken',
    file: PICK,
    find: 'filter((coding) => weightOf(coding) > 0)',
    put: 'filter((coding) => weightOf(coding) >= 0)',
    tests: [CODINGS],
  },
  {
    name: 'coder-that-is-never-free-again',
    file: PICK,
    find: '          running--;\n',
    put: '          if (error !== null) running--;\n',
    tests: [CODINGS],
  },
];
