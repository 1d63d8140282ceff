// Faults of the reading of received files.
import type { Planted } from './planted.ts';

const TURNS = ['test/tools/inbox/turns'];
const UPLOADS = ['test/tools/inbox/uploads'];
const VERDICT = ['test/tools/inbox/verdict'];
const FOLDER = ['test/worker/inbox-folder'];
const SAT = ['test/tools/inbox/sat-status'];
const PROOFS = ['test/tools/inbox/proofs'];
const RESPONSES = ['test/tools/inbox/responses'];

const TWINS = ['test/tools/inbox/twins'];

export const INBOX: readonly Planted[] = [
  {
    name: 'inbox-fails-on-a-uuid-that-came-meanwhile',
    file: 'src/domain/across/inbox/read.ts',
    find: 'if (!(error instanceof UuidTaken)) throw error;',
    put: 'if (error instanceof UuidTaken) throw error;',
    tests: TWINS,
  },
  {
    name: 'uuid-stays-with-a-rejected-bill',
    file: 'src/domain/documents/shared/store/bill-uuids.ts',
    find: "bill.status !== 'rejected' && ",
    put: '',
    tests: [...TWINS, 'test/admin/opening-items-repeats'],
  },
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
    name: 'folder-follows-links',
    file: 'src/domain/across/inbox/folder/walk.ts',
    find: "stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'other'",
    put: "stat.isFile() || stat.isSymbolicLink() ? 'file' : 'other'",
    tests: FOLDER,
  },
  {
    name: 'folder-takes-what-is-still-written',
    file: 'src/domain/across/inbox/folder/walk.ts',
    find: 'one.size === other.size && one.mtimeNs === other.mtimeNs',
    put: 'one.size <= other.size',
    tests: FOLDER,
  },
  {
    name: 'folder-drops-what-is-kept',
    file: 'src/domain/ground/files/keep.ts',
    find: 'if ((await findFile(ctx, id))?.sha256 === null) await deleteFile(ctx, id);',
    put: 'await deleteFile(ctx, id);',
    tests: FOLDER,
  },
  {
    name: 'folder-of-a-company-that-ended',
    file: 'src/domain/across/inbox/folder/root.ts',
    find: 'return entity?.active === true ?',
    put: 'return entity !== undefined ?',
    tests: FOLDER,
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
    name: 'notes-that-come-first-stay-on-account',
    file: 'src/domain/documents/bill-credit-notes/named.ts',
    find: '(await findCredited(ctx, note)) !== bill.id',
    put: '(await findCredited(ctx, note)) === bill.id',
    tests: PROOFS,
  },
  {
    name: 'notes-take-more-than-the-bill',
    file: 'src/domain/documents/bill-credit-notes/named.ts',
    find: 'if (note.total_minor > most) continue;',
    put: '',
    tests: PROOFS,
  },
  {
    name: 'proofs-are-not-compared-with-a-note',
    file: 'src/domain/documents/bill-credit-notes/decide.ts',
    find: "  await ctx.tell('bill_credited', { id: bill.id, uuid: bill.uuid });\n  return document;",
    put: '  return document;',
    tests: PROOFS,
  },
  {
    name: 'proofs-stay-with-a-reversed-payment',
    file: 'src/domain/across/books/books.ts',
    find: '    await provePayments(ctx, [fact]);\n',
    put: '',
    tests: PROOFS,
  },
  {
    name: 'response-of-whoever-names-a-number',
    file: 'src/domain/across/inbox/response.ts',
    find: 'found.filter(({ customers }) => customers.some((customer) => isParty(sender, customer)))',
    put: 'found',
    tests: RESPONSES,
  },
  {
    name: 'response-whose-envelope-names-another',
    file: 'src/domain/across/inbox/response.ts',
    find: 'sender_id === null || isFrom(sender_id, response, only)',
    put: 'sender_id === null || isFrom(sender_id, response, only) || true',
    tests: RESPONSES,
  },
  {
    name: 'response-of-tomorrow-stands',
    file: 'src/domain/across/inbox/response.ts',
    find: 'earlier(asDay(stated), came)',
    put: 'asDay(stated)',
    tests: RESPONSES,
  },
  {
    name: 'response-asks-again-and-again',
    file: 'src/domain/across/inbox/answer.ts',
    find: 'if (task !== null) await closeTask(',
    put: 'if (task !== null && asked === undefined) await closeTask(',
    tests: RESPONSES,
  },
  {
    name: 'a-run-pays-what-was-cancelled',
    file: 'src/domain/bank/reconciliation/runs/apply.ts',
    find: "if (result.outcome !== 'auto' || asked === undefined) return finding;",
    put: 'if (asked !== null) return finding;',
    tests: SAT,
  },
  {
    name: 'nobody-is-asked-of-a-paid-cancellation',
    file: 'src/domain/across/books/books.ts',
    find: '    await heedPaid(ctx, facts);\n',
    put: '',
    tests: SAT,
  },
  {
    name: 'inbox-knows-accounts-of-what-only-came',
    file: 'src/domain/across/inbox/store/bills.ts',
    find: 'if (!isPaid && !isConfirmed) return [];',
    put: '',
    tests: VERDICT,
  },
  {
    name: 'inbox-knows-accounts-that-a-key-booked',
    file: 'src/domain/across/inbox/store/bills.ts',
    find: "row.source_status === 'booked' && row.decided_by === 'member'",
    put: "row.source_status === 'booked'",
    tests: VERDICT,
  },
  {
    name: 'inbox-knows-no-account-by-its-payments',
    file: 'src/domain/across/inbox/store/bills.ts',
    find: 'if (!isPaid && !isConfirmed) return [];',
    put: 'if (!isConfirmed) return [];',
    tests: VERDICT,
  },
  {
    name: 'merge-leaves-received-documents',
    file: 'src/domain/across/merges/merge.ts',
    find: '  await moveReceived(ctx, merge);\n',
    put: '',
    tests: VERDICT,
  },
  {
    name: 'upload-of-a-key-that-ended',
    file: 'src/domain/documents/received/may-send.ts',
    find: "key?.status === 'active' &&",
    put: 'key !== undefined &&',
    tests: UPLOADS,
  },
  {
    name: 'upload-judged-only-before-the-file',
    file: 'src/domain/documents/received/uploads.ts',
    find: '  if (!(await maySend(ctx.db, upload, ctx.now))) throw new UploadEnded();\n',
    put: '',
    tests: UPLOADS,
  },
  {
    name: 'upload-judged-without-the-scope',
    file: 'src/domain/documents/received/may-send.ts',
    find: 'scope === SCOPE ||',
    put: "scope !== '' ||",
    tests: UPLOADS,
  },
];
