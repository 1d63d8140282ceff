// Faults of the reading of received files.
import type { Planted } from './planted.ts';

const TURNS = ['test/tools/inbox/turns'];
const PROOFS = ['test/tools/inbox/proofs'];

export const INBOX: readonly Planted[] = [
  {
    name: 'inbox-counts-a-turn-that-never-came',
    file: 'src/domain/across/inbox/read.ts',
    find: "await again(why === 'busy' ? BUSY_MS : 0, false);",
    put: "await again(why === 'busy' ? BUSY_MS : 0, true);",
    tests: TURNS,
  },
  {
    name: 'inbox-worker-gives-one-organisation-every-place',
    file: 'src/jobs/inbox.ts',
    find: 'unreadDocuments(database, now(), 1, [...running.values()])',
    put: 'unreadDocuments(database, now(), 1)',
    tests: TURNS,
  },
  {
    name: 'proofs-take-any-amount',
    file: 'src/domain/across/proofs/assign.ts',
    find: "if (paid === part.amount_minor) return 'exact';",
    put: "return 'exact';",
    tests: PROOFS,
  },
  {
    name: 'proofs-take-any-day',
    file: 'src/domain/across/proofs/assign.ts',
    find: 'return fit === undefined || apart > DAYS ? []',
    put: 'return fit === undefined ? []',
    tests: PROOFS,
  },
  {
    name: 'proofs-take-another-currency',
    file: 'src/domain/across/proofs/assign.ts',
    find: 'if (claim.currency !== bill.currency) return undefined;',
    put: '',
    tests: PROOFS,
  },
  {
    name: 'proofs-prove-a-payment-twice',
    file: 'src/domain/across/proofs/assign.ts',
    find: 'if (pairs.has(pair.claim) || taken.has(pair.part)) continue;',
    put: 'if (pairs.has(pair.claim)) continue;',
    tests: PROOFS,
  },
  {
    name: 'proofs-of-anybody',
    file: 'src/domain/across/proofs/settle.ts',
    find: 'else if (!isIssuer(document, bill, supplier))',
    put: 'else if (document.id === bill.id)',
    tests: PROOFS,
  },
  {
    name: 'proofs-that-were-cancelled',
    file: 'src/domain/across/proofs/counts.ts',
    find: "  'sat_cancelled',\n",
    put: '',
    tests: PROOFS,
  },
  {
    name: 'proofs-of-another-receiver',
    file: 'src/domain/across/proofs/counts.ts',
    find: "  'buyer_unnamed',\n",
    put: '',
    tests: PROOFS,
  },
  {
    name: 'proofs-stay-with-a-reversed-payment',
    file: 'src/domain/across/books/books.ts',
    find: '    await provePayments(ctx, [fact]);\n',
    put: '',
    tests: PROOFS,
  },
];
