// Faults of the index by which lists find parts of texts, and of the words of documents.
import type { Planted } from './planted.ts';

const PARTS = ['test/domain/search/parts'];
const UPKEEP = 'src/domain/ground/search-index/parts/upkeep.ts';
const NAMES = 'src/domain/parties/counterparties/store/listed.ts';
const INBOX = 'src/domain/documents/received/store/listed.ts';
const TEXTS = ['test/domain/documents/text-filter'];

export const INDEX_OF_PARTS: readonly Planted[] = [
  {
    name: 'pending-name-is-forgotten-by-the-list',
    file: NAMES,
    find: '...(beside.ids.length === 0 ? [] : await among(beside.ids)),',
    put: '',
    tests: PARTS,
  },
  {
    name: 'pending-record-leaves-the-list-unindexed',
    file: UPKEEP,
    find: '      await indexEntries(ctx, source.kind, await source.entries(ctx, units, after, RECORDS));\n',
    put: '',
    tests: PARTS,
  },
  {
    name: 'watermark-without-its-margin',
    file: UPKEEP,
    find: 'const next = new Date(now.getTime() - MARGIN_MS);',
    put: 'const next = new Date(now.getTime());',
    tests: PARTS,
  },
  {
    name: 'first-watermark-without-its-margin',
    file: UPKEEP,
    find: 'const begun = new Date(now().getTime() - MARGIN_MS);',
    put: 'const begun = new Date(now().getTime());',
    tests: PARTS,
  },
  {
    name: 'last-gram-of-a-word-is-lost',
    file: 'src/domain/ground/search-index/parts/parts.ts',
    find: 'Math.max(1, Math.floor(letters.length / STEP))',
    put: 'Math.max(1, Math.floor(letters.length / STEP) - 1)',
    tests: PARTS,
  },
  {
    name: 'rename-by-an-older-version-is-not-seen',
    file: NAMES,
    find: '...(await foundNames(restOf(changed, after))),',
    put: '',
    tests: PARTS,
  },
  {
    name: 'documents-of-a-renamed-counterparty-are-not-looked-at-again',
    file: INBOX,
    find: 'for (const { column, index, units: some } of unitsBy(units))',
    put: "for (const { column, index, units: some } of unitsBy(units).filter((by) => by.column === 'id'))",
    tests: PARTS,
  },
  {
    name: 'small-company-counts-as-indexed',
    file: UPKEEP,
    find: 'await advanceParts(ctx, held, { begun_at: held.begun_at });',
    put: 'await advanceParts(ctx, held, { until_at: held.begun_at });',
    tests: PARTS,
  },
  {
    name: 'later-page-begins-behind-its-key',
    file: NAMES,
    find: 'from === null ? null : sortOf(from);',
    put: 'from === null ? null : `${sortOf(from).slice(0, 1)}~`;',
    tests: PARTS,
  },
  {
    name: 'documents-of-counterparties-are-not-among-the-hits',
    file: 'src/domain/documents/shared/store/text.ts',
    find: "const of = { column: 'counterparty_id', index: COUNTERPARTY_INDEX[kind] };",
    put: "const of = { column: 'id', index: COUNTERPARTY_INDEX[kind] };",
    tests: TEXTS,
  },
  {
    name: 'documents-beyond-the-first-way-are-lost-when-sorted',
    file: 'src/domain/documents/shared/store/broad.ts',
    find: 'for (const { rows } of list.match.hits) {',
    put: 'for (const { rows } of list.match.hits.slice(0, 1)) {',
    tests: TEXTS,
  },
];
