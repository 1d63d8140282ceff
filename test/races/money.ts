// Races for money: each sum is booked once, whoever comes first.
import { setTimeout as pause } from 'node:timers/promises';
import { applyPayment } from '../../src/domain/documents/payments/apply.ts';
import { asDay } from '../../src/base/time/day.ts';
import { scoped } from '../../src/db/scoped.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { importFile } from '../../src/domain/across/imports/import-file.ts';
import { closePeriod, reopenPeriod } from '../../src/domain/ground/periods/close.ts';
import { addBill, figuresOf, fileInvoice } from '../concurrency/books.ts';
import { ndjson } from '../admin/support.ts';
import { addLine } from '../tools/bank/support.ts';
import { command, type Prepare, type Stage, unless } from './contest.ts';

const TOTAL = 1160;

const paid = async ({ rivals }: Stage, kind: 'invoice' | 'bill', id: string, minor: number, payments = 1) => {
  const figures = await figuresOf(rivals, kind, id);
  return unless('paid, payments', [figures.paid_minor, figures.payments], [minor, payments]);
};

const payInvoice: Prepare = async (stage) => {
  const invoice_id = await fileInvoice(stage.rivals, stage.parties, TOTAL);
  return {
    winners: 1,
    codes: ['invoice_already_paid'],
    call: (index) => stage.rivals.client(index).record_invoice_payment({ invoice_id }),
    after: () => paid(stage, 'invoice', invoice_id, 116_000),
  };
};

const payBill: Prepare = async (stage) => {
  const bill_id = await addBill(stage.rivals, stage.parties, TOTAL);
  return {
    winners: 1,
    codes: ['bill_already_paid'],
    call: (index) => stage.rivals.client(index).record_bill_payment({ bill_id }),
    after: () => paid(stage, 'bill', bill_id, 116_000),
  };
};

/** Of a part each: as many as the total has room for. */
const payParts: Prepare = async (stage) => {
  const invoice_id = await fileInvoice(stage.rivals, stage.parties, 1000);
  const fitting = Math.min(stage.callers, 16);
  return {
    winners: fitting,
    codes: ['invoice_already_paid', 'payment_exceeds_balance'],
    call: (index) => stage.rivals.client(index).record_invoice_payment({ invoice_id, amount: 62.5 }),
    after: () => paid(stage, 'invoice', invoice_id, fitting * 6_250, fitting),
  };
};

const reverseInvoicePayment: Prepare = async (stage) => {
  const invoice_id = await fileInvoice(stage.rivals, stage.parties, TOTAL);
  const { id } = await stage.rivals.client(0).record_invoice_payment({ invoice_id });
  return {
    winners: 1,
    codes: ['payment_reversed'],
    call: (index) => stage.rivals.client(index).reverse_invoice_payment({ payment_id: id, reason: 'Error' }),
    after: () => paid(stage, 'invoice', invoice_id, 0, 0),
  };
};

const reverseBillPayment: Prepare = async (stage) => {
  const bill_id = await addBill(stage.rivals, stage.parties, TOTAL);
  const { id } = await stage.rivals.client(0).record_bill_payment({ bill_id });
  return {
    winners: 1,
    codes: ['payment_reversed'],
    call: (index) => stage.rivals.client(index).reverse_bill_payment({ payment_id: id, reason: 'Error' }),
    after: () => paid(stage, 'bill', bill_id, 0, 0),
  };
};

const newLine = ({ rivals, account }: Stage, amount_minor = 116_000): Promise<`btxn_${string}`> =>
  addLine(rivals.service, rivals.entity.id, account, {
    amount_minor,
    date: '2026-02-20',
  }) as Promise<`btxn_${string}`>;

/** What a bank line leaves over is given to as many invoices as it pays. */
const allocate: Prepare = async (stage) => {
  const { rivals, parties } = stage;
  const first = await fileInvoice(rivals, parties, TOTAL);
  const transaction_id = await newLine(stage, 116_000 + 20_000);
  const { payment } = await rivals.client(0).confirm_bank_match({ transaction_id, matched_record_id: first });
  const invoiceId = await fileInvoice(rivals, parties, TOTAL);
  return {
    winners: 1,
    codes: ['no_credit_left', 'nothing_owed', 'credit_too_much'],
    call: (index) =>
      command(stage, index, 'payment apply', (ctx) =>
        applyPayment(ctx, payment?.id ?? '', { invoiceId, given: undefined }),
      ),
    after: async () => {
      const { balance_due } = await rivals.client(0).get_invoice({ invoice_id: invoiceId });
      return unless('balance', balance_due, TOTAL - 200);
    },
  };
};

const confirm: Prepare = async (stage) => {
  const matched_record_id = await fileInvoice(stage.rivals, stage.parties, TOTAL);
  const transaction_id = await newLine(stage);
  return {
    winners: 1,
    codes: ['transaction_already_confirmed'],
    call: (index) => stage.rivals.client(index).confirm_bank_match({ transaction_id, matched_record_id }),
    after: () => paid(stage, 'invoice', matched_record_id, 116_000),
  };
};

const undo: Prepare = async (stage) => {
  const matched_record_id = await fileInvoice(stage.rivals, stage.parties, TOTAL);
  const transaction_id = await newLine(stage);
  await stage.rivals.client(0).confirm_bank_match({ transaction_id, matched_record_id });
  return {
    winners: 1,
    codes: ['no_match_to_undo'],
    call: (index) => stage.rivals.client(index).undo_bank_match({ transaction_id }),
    after: () => paid(stage, 'invoice', matched_record_id, 0, 0),
  };
};

let made = 0;

const bill: Prepare = async (stage) => {
  made += 1;
  const bill_number = `R-${made}`;
  const line_items = [{ description: 'Papel', unit_price: 10 }];
  return {
    winners: 1,
    codes: ['bill_duplicate'],
    call: (index) =>
      stage.rivals.client(index).create_bill({
        counterparty_id: stage.parties.supplier as never,
        bill_number,
        line_items,
      }),
  };
};

const statement: Prepare = async (stage) => {
  made += 1;
  const mark = `SPEI ${made}`;
  const rows = Array.from(
    { length: 5 },
    (_, day) => `2026-01-1${day},${mark} ${day},R${made}-${day},${day + 1}.50`,
  );
  const content = ['Fecha,Descripción,Referencia,Importe', ...rows, ''].join('\n');
  return {
    winners: 'all agree',
    codes: [],
    call: (index) =>
      stage.rivals
        .client(index)
        .import_statement({ bank_account_id: stage.account, content, file_name: `${mark}.csv` }),
    after: async () => {
      const { service, entity } = stage.rivals;
      const lines = await scoped({ db: service.database.reader, entity }, 'bank_transaction')
        .select()
        .select('id')
        .where('description', 'like', `${mark} %`)
        .execute();
      return unless('lines', lines.length, rows.length);
    },
  };
};

const importInvoices: Prepare = async (stage) => {
  const { service, entity, database } = stage.rivals;
  made += 1;
  const external_id = `R-${made}`;
  const row = {
    counterparty: stage.parties.customer,
    external_id,
    number: `${made}`,
    series: 'R',
    total: TOTAL,
  };
  const path = stage.office.admin.file(`${external_id}.ndjson`, ndjson({ ...row, issue_date: '2026-02-01' }));
  const { organisation_id } = service;
  const request = {
    type: 'invoices',
    path,
    organisation_id,
    entity,
    partial: false,
    update: false,
    map: null,
    columns: [],
  } as const;
  return {
    winners: 'any',
    codes: ['already_exists'],
    call: async (index) => {
      const act = newAct(SYSTEM, 'import invoices', {}, new Date());
      return importFile(openBooks(index % 2 === 0 ? database : service.database), { ...request, act });
    },
    after: async () => {
      const rows = await scoped({ db: service.database.reader, entity }, 'invoice')
        .select()
        .select('id')
        .where('external_id', '=', external_id)
        .execute();
      return unless('invoices', rows.length, 1);
    },
  };
};

/** Payments of a month and its closing: what came first stays, and nothing comes after it. */
const close: Prepare = async (stage) => {
  const { rivals, parties } = stage;
  const invoice_id = await fileInvoice(rivals, parties, 100_000);
  const through = asDay('2026-02-28');
  const { transaction } = openBooks(rivals.database);
  const act = (action: string) => newAct(SYSTEM, action, {}, new Date());
  const count = async (): Promise<number> => {
    const ctx = { db: rivals.service.database.reader, entity: rivals.entity };
    const rows = await scoped(ctx, 'ledger_entry')
      .select()
      .select('id')
      .where('date', '<=', through)
      .execute();
    return rows.length;
  };
  let atClosing = -1;
  return {
    winners: 'any',
    codes: ['period_closed'],
    call: async (index) => {
      if (index !== Math.floor(stage.callers / 2))
        return rivals
          .client(index)
          .record_invoice_payment({ invoice_id, amount: 1, payment_date: '2026-02-10' });
      // Calls over the wire take longer to begin.
      await pause(20 + Math.random() * stage.callers * 5);
      await transaction((books) => closePeriod(books, rivals.entity.id, through, act('entity close')));
      atClosing = await count();
      return undefined;
    },
    after: async (done) => {
      const found = [
        ...unless('entries after the closing', await count(), atClosing),
        ...(await paid(stage, 'invoice', invoice_id, (done.length - 1) * 100, done.length - 1)),
      ];
      await transaction((books) =>
        reopenPeriod(books, rivals.entity.id, asDay('2026-01-01'), act('entity reopen')),
      );
      return found;
    },
  };
};

export const MONEY: Readonly<Record<string, Prepare>> = {
  'pay invoice': payInvoice,
  'pay bill': payBill,
  'pay parts': payParts,
  'reverse invoice payment': reverseInvoicePayment,
  'reverse bill payment': reverseBillPayment,
  allocate,
  confirm,
  undo,
  bill,
  statement,
  'import invoices': importInvoices,

  close,
};
