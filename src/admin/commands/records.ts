// The lists and single records that the tools answer, for each noun of a company's books.
import { TOOLS } from '../../../generated/dispatch.ts';
import { showStatement } from '../../domain/bank/statements/list.ts';
import { findLine } from '../../domain/bank/transactions/store/lines.ts';
import { describeCounterparty } from '../../domain/parties/counterparties/describe.ts';
import { findCounterparty } from '../../domain/parties/counterparties/store/counterparties.ts';
import { balancesOf } from '../../domain/views/standing/standing.ts';
import { describeTransactions } from '../../domain/bank/reconciliation/describe.ts';
import { describeTask } from '../../domain/documents/tasks/describe.ts';
import { findTask } from '../../domain/documents/tasks/store.ts';
import type { Rows } from '../define.ts';
import { list } from '../listing.ts';
import { show, type Shown } from '../showing.ts';

const COUNTERPARTY: Shown = {
  ids: 'CounterpartyId',
  table: 'counterparty',
  read: async (ctx, id) => {
    const row = await findCounterparty(ctx, id);
    return row && describeCounterparty(row, await balancesOf(ctx, id));
  },
};

const TASK: Shown = {
  ids: 'TaskId',
  table: 'task',
  read: async (ctx, id) => {
    const row = await findTask(ctx, id);
    return row && describeTask(row, ctx);
  },
};

const TRANSACTION: Shown = {
  ids: 'BankTransactionId',
  table: 'bank_transaction',
  read: async (ctx, id) => {
    const line = await findLine(ctx, id);
    return line && (await describeTransactions(ctx, [line]))[0];
  },
};

const EXPLAINED: Shown = {
  ids: 'BankTransactionId',
  table: 'bank_transaction',
  tool: 'explain_bank_transaction',
  param: 'transaction_id',
};

export const RECORDS = {
  invoice: {
    list: list({
      tool: TOOLS.search_invoices,
      columns: [
        'id',
        'folio',
        'display_status',
        'payment_status',
        'issue_date',
        'due_date',
        'counterparty',
        'total',
        'balance_due',
      ],
    }),
    show: show([
      { ids: 'InvoiceId', table: 'invoice', tool: 'get_invoice', param: 'invoice_id' },
      {
        ids: 'InvoiceCreditNoteId',
        table: 'credit_note',
        tool: 'get_credit_note',
        param: 'credit_note_id',
      },
    ]),
  },
  bill: {
    list: list({
      tool: TOOLS.search_bills,
      columns: [
        'id',
        'bill_number',
        'status',
        'payment_status',
        'issue_date',
        'due_date',
        'counterparty',
        'total',
        'balance_due',
      ],
    }),
    show: show([{ ids: 'BillId', table: 'bill', tool: 'get_bill', param: 'bill_id' }]),
  },
  'bill-credit-note': {
    list: list({
      tool: TOOLS.list_bill_credit_notes,
      columns: ['id', 'number', 'status', 'issue_date', 'counterparty', 'bill_id', 'total'],
    }),
    show: show([
      {
        ids: 'BillCreditNoteId',
        table: 'credit_note',
        tool: 'get_bill_credit_note',
        param: 'bill_credit_note_id',
      },
    ]),
  },
  inbox: {
    show: show([
      {
        ids: 'ReceivedDocumentId',
        table: 'received_document',
        tool: 'get_received_document',
        param: 'received_document_id',
      },
    ]),
  },
  counterparty: {
    list: list({
      tool: TOOLS.list_counterparties,
      columns: [
        'id',
        'name',
        'tax_id',
        'country_code',
        'is_customer',
        'is_supplier',
        'receivable_balance',
        'payable_balance',
      ],
    }),
    show: show([COUNTERPARTY]),
  },
  task: {
    list: list({
      tool: TOOLS.list_tasks,
      columns: ['id', 'title', 'status', 'priority', 'due_at', 'overdue', 'assignee', 'taskable_label'],
    }),
    show: show([TASK]),
  },
  'bank-account': {
    list: list({
      tool: TOOLS.list_bank_accounts,
      columns: [
        'id',
        'name',
        'account_type',
        'account_number_masked',
        'currency',
        'active',
        'unmatched_count',
        'suggested_count',
      ],
    }),
    show: show([
      { ids: 'BankAccountId', table: 'bank_account', tool: 'get_bank_account', param: 'bank_account_id' },
    ]),
  },
  statement: {
    list: list({
      tool: TOOLS.list_bank_statements,
      columns: [
        'id',
        'file_name',
        'period_start',
        'period_end',
        'transaction_count',
        'duplicate_count',
        'opening_balance',
        'closing_balance',
        'imported_at',
      ],
    }),
    show: show([{ ids: 'BankStatementId', table: 'bank_statement', read: showStatement }]),
  },
  transaction: {
    list: list({
      tool: TOOLS.search_bank_transactions,
      columns: ['id', 'date', 'transaction_type', 'amount', 'description', 'reference', 'match_status'],
    }),
    show: show([TRANSACTION]),
    explain: show([EXPLAINED]),
  },
} satisfies Readonly<Record<string, Rows>>;
