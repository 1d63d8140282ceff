// Faults of what counterparties owe and have paid beyond it, of credit that is applied, and of transfers that are named.
import type { Planted } from './planted.ts';

const STANDING = ['test/tools/ledgers/standing', 'test/property/books'];
const APPLY = ['test/tools/corrections/apply_invoice_payment'];
const PEER = ['test/tools/bank/link_transfer-named'];

export const STANDINGS: readonly Planted[] = [
  {
    name: 'credit-added-to-what-is-owed',
    file: 'src/domain/views/standing/standing.ts',
    find: 'net: minorToWire(open - credit, currency),',
    put: 'net: minorToWire(open + credit, currency),',
    tests: STANDING,
  },
  {
    name: 'credit-of-bills-forgotten',
    file: 'src/domain/views/standing/store.ts',
    find: ".where('balance_minor', '<', 0)\n    .where('status', 'in', OWED)\n    .where('counterparty_id'",
    put: ".where('balance_minor', '<', -9_000_000_000)\n    .where('status', 'in', OWED)\n    .where('counterparty_id'",
    tests: STANDING,
  },
  {
    name: 'credit-pays-what-another-customer-owes',
    file: 'src/domain/documents/payments/apply.ts',
    find: 'if (counterparty_id !== document.counterparty_id)',
    put: "if (document.counterparty_id === '')",
    tests: APPLY,
  },
  {
    name: 'credit-applied-and-kept',
    file: 'src/domain/documents/payments/apply.ts',
    find: 'if (minor <= 0 || minor > most) {',
    put: 'if (minor <= 0) {',
    tests: APPLY,
  },
  {
    name: 'transfer-of-two-worths',
    file: 'src/domain/bank/transfers/named-peer.ts',
    find: 'daysApart(line, peer) <= FAR && (await isWorth(ctx, line, peer));',
    put: 'daysApart(line, peer) <= FAR;',
    tests: PEER,
  },
  {
    name: 'complement-of-credit-due-by-its-payment',
    file: 'src/handlers/corrections/apply_invoice_payment.ts',
    find: 'allocations: [applied] }, tool.today);',
    put: 'allocations: [applied] });',
    tests: ['test/worker/complement-beside'],
  },
];
