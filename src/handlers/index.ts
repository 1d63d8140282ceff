// One line a tool; a tool of the spec that is missing here does not compile.
import type { Handlers } from './handler.ts';
import { confirm_bank_match } from './bank/confirm_bank_match.ts';
import { get_bank_account } from './bank/get_bank_account.ts';
import { link_transfer } from './bank/link_transfer.ts';
import { list_bank_accounts } from './bank/list_bank_accounts.ts';
import { list_bank_statements } from './bank/list_bank_statements.ts';
import { reject_ai_suggestion } from './bank/reject_ai_suggestion.ts';
import { run_ai_matching } from './bank/run_ai_matching.ts';
import { search_bank_transactions } from './bank/search_bank_transactions.ts';
import { set_bank_account_active } from './bank/set_bank_account_active.ts';
import { update_bank_account } from './bank/update_bank_account.ts';
import { create_bill } from './bills/create_bill.ts';
import { get_bill } from './bills/get_bill.ts';
import { search_bills } from './bills/search_bills.ts';
import { create_counterparty_alias } from './corrections/create_counterparty_alias.ts';
import { delete_counterparty_alias } from './corrections/delete_counterparty_alias.ts';
import { list_counterparty_aliases } from './corrections/list_counterparty_aliases.ts';
import { update_counterparty_alias } from './corrections/update_counterparty_alias.ts';
import { create_credit_note } from './corrections/create_credit_note.ts';
import { discard_invoice } from './corrections/discard_invoice.ts';
import { duplicate_invoice } from './corrections/duplicate_invoice.ts';
import { explain_bank_transaction } from './corrections/explain_bank_transaction.ts';
import { get_cancellation_request } from './corrections/get_cancellation_request.ts';
import { get_credit_note } from './corrections/get_credit_note.ts';
import { get_document } from './corrections/get_document.ts';
import { import_statement } from './corrections/import_statement.ts';
import { mark_no_match } from './corrections/mark_no_match.ts';
import { request_cancellation } from './corrections/request_cancellation.ts';
import { return_payment } from './corrections/return_payment.ts';
import { reverse_bill_payment } from './corrections/reverse_bill_payment.ts';
import { apply_invoice_payment } from './corrections/apply_invoice_payment.ts';
import { reverse_invoice_payment } from './corrections/reverse_invoice_payment.ts';
import { submit_credit_note } from './corrections/submit_credit_note.ts';
import { undo_bank_match } from './corrections/undo_bank_match.ts';
import { update_counterparty } from './corrections/update_counterparty.ts';
import { update_invoice } from './corrections/update_invoice.ts';
import { create_counterparty } from './counterparties/create_counterparty.ts';
import { list_counterparties } from './counterparties/list_counterparties.ts';
import { attach_file } from './inbox/attach_file.ts';
import { book_received_document } from './inbox/book_received_document.ts';
import { get_bill_credit_note } from './inbox/get_bill_credit_note.ts';
import { get_received_document } from './inbox/get_received_document.ts';
import { list_attachments } from './inbox/list_attachments.ts';
import { list_bill_credit_notes } from './inbox/list_bill_credit_notes.ts';
import { list_received_documents } from './inbox/list_received_documents.ts';
import { receive_document } from './inbox/receive_document.ts';
import { reject_received_document } from './inbox/reject_received_document.ts';
import { create_invoice } from './invoices/create_invoice.ts';
import { get_invoice } from './invoices/get_invoice.ts';
import { search_invoices } from './invoices/search_invoices.ts';
import { submit_invoice } from './invoices/submit_invoice.ts';
import { export_bills } from './ledgers/export_bills.ts';
import { export_invoices } from './ledgers/export_invoices.ts';
import { generate_ledger } from './ledgers/generate_ledger.ts';
import { create_webhook } from './organization/create_webhook.ts';
import { delete_webhook } from './organization/delete_webhook.ts';
import { get_api_key_request } from './organization/get_api_key_request.ts';
import { get_portfolio } from './organization/get_portfolio.ts';
import { list_api_keys } from './organization/list_api_keys.ts';
import { list_deadlines } from './organization/list_deadlines.ts';
import { list_webhook_deliveries } from './organization/list_webhook_deliveries.ts';
import { list_webhooks } from './organization/list_webhooks.ts';
import { redeliver_webhook } from './organization/redeliver_webhook.ts';
import { request_api_key } from './organization/request_api_key.ts';
import { revoke_api_key } from './organization/revoke_api_key.ts';
import { rotate_webhook_secret } from './organization/rotate_webhook_secret.ts';
import { test_webhook } from './organization/test_webhook.ts';
import { update_webhook } from './organization/update_webhook.ts';
import { get_payment_summary } from './payments/get_payment_summary.ts';
import { record_bill_payment } from './payments/record_bill_payment.ts';
import { record_invoice_payment } from './payments/record_invoice_payment.ts';
import { list_entities } from './search/list_entities.ts';
import { search } from './search/search.ts';
import { complete_task } from './tasks/complete_task.ts';
import { create_task } from './tasks/create_task.ts';
import { list_tasks } from './tasks/list_tasks.ts';

export const HANDLERS: Handlers = {
  complete_task,
  confirm_bank_match,
  create_bill,
  create_counterparty,
  create_counterparty_alias,
  create_credit_note,
  delete_counterparty_alias,
  list_counterparty_aliases,
  update_counterparty_alias,
  attach_file,
  book_received_document,
  get_bill_credit_note,
  get_received_document,
  list_attachments,
  list_bill_credit_notes,
  list_received_documents,
  receive_document,
  reject_received_document,
  create_invoice,
  create_task,
  create_webhook,
  delete_webhook,
  discard_invoice,
  duplicate_invoice,
  export_bills,
  export_invoices,
  generate_ledger,
  get_api_key_request,
  get_bank_account,
  get_bill,
  explain_bank_transaction,
  get_cancellation_request,
  get_credit_note,
  get_document,
  get_invoice,
  get_payment_summary,
  get_portfolio,
  import_statement,
  link_transfer,
  list_api_keys,
  list_bank_accounts,
  list_bank_statements,
  list_counterparties,
  list_deadlines,
  list_entities,
  list_tasks,
  list_webhook_deliveries,
  list_webhooks,
  mark_no_match,
  record_bill_payment,
  record_invoice_payment,
  redeliver_webhook,
  reject_ai_suggestion,
  request_api_key,
  request_cancellation,
  return_payment,
  reverse_bill_payment,
  apply_invoice_payment,
  reverse_invoice_payment,
  revoke_api_key,
  rotate_webhook_secret,
  run_ai_matching,
  search,
  search_bank_transactions,
  search_bills,
  search_invoices,
  set_bank_account_active,
  submit_credit_note,
  submit_invoice,
  test_webhook,
  undo_bank_match,
  update_bank_account,
  update_counterparty,
  update_invoice,
  update_webhook,
};
