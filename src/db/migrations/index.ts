// All migrations in order. New ones are appended; released ones never change.
import type { Migration } from './steps.ts';
import { organisation } from './0001_organisation.ts';
import { member } from './0002_member.ts';
import { apiKey } from './0003_api_key.ts';
import { entity } from './0004_entity.ts';
import { counterparty } from './0005_counterparty.ts';
import { invoice } from './0006_invoice.ts';
import { invoiceLine } from './0007_invoice_line.ts';
import { referenceRecord } from './0008_reference_record.ts';
import { exchangeRate } from './0009_exchange_rate.ts';
import { searchRecord } from './0010_search_record.ts';
import { searchToken } from './0011_search_token.ts';
import { searchIdentifier } from './0012_search_identifier.ts';
import { searchVocabulary } from './0013_search_vocabulary.ts';
import { searchTrigram } from './0014_search_trigram.ts';
import { idempotency } from './0015_idempotency.ts';
import { audit } from './0016_audit.ts';
import { event } from './0017_event.ts';
import { bill } from './0018_bill.ts';
import { billLine } from './0019_bill_line.ts';
import { payment } from './0020_payment.ts';
import { paymentAllocation } from './0021_payment_allocation.ts';
import { creditNote } from './0022_credit_note.ts';
import { ledgerEntry } from './0023_ledger_entry.ts';
import { task } from './0024_task.ts';
import { bankAccount } from './0025_bank_account.ts';
import { bankStatement } from './0026_bank_statement.ts';
import { bankTransaction } from './0027_bank_transaction.ts';
import { searchTokenByRecord } from './0028_search_token_by_record.ts';
import { searchIdentifierByRecord } from './0029_search_identifier_by_record.ts';
import { approval } from './0030_approval.ts';
import { outbox } from './0031_outbox.ts';
import { filedDocument } from './0032_filed_document.ts';
import { invoiceCounter } from './0033_invoice_counter.ts';
import { returnedNumber } from './0034_returned_number.ts';
import { outboxMaybeSent } from './0035_outbox_with_maybe_sent.ts';
import { certificate } from './0040_certificate.ts';
import { sandboxSecret } from './0043_sandbox_secret.ts';
import { sandboxStamp } from './0044_sandbox_stamp.ts';
import { sandboxAccessPoint } from './0045_sandbox_access_point.ts';
import { bankTransactionPartyAccount } from './0050_bank_transaction_with_party_account.ts';
import { bankTransactionPartyTaxId } from './0051_bank_transaction_with_party_tax_id.ts';
import { bankStatementLayout } from './0052_bank_statement_layout.ts';
import { bankMatch } from './0055_bank_match.ts';
import { bankMatchUndo } from './0056_bank_match_undo.ts';
import { bankSuggestion } from './0057_bank_suggestion.ts';
import { bankRejection } from './0058_bank_rejection.ts';
import { bankMemory } from './0059_bank_memory.ts';
import { matchingRun } from './0060_matching_run.ts';
import { outboxLeaseFence } from './0061_outbox_with_lease_fence.ts';
import { matchingRunLeaseFence } from './0062_matching_run_with_lease_fence.ts';
import { taskPriorityRank } from './0063_task_with_wide_priority_rank.ts';
import { entityClosedThrough } from './0064_entity_with_closed_through.ts';
import { periodSlot } from './0065_period_slot.ts';
import { paymentStatus } from './0066_payment_with_status.ts';
import { paymentReversedOn } from './0067_payment_with_reversed_on.ts';
import { paymentReversalReason } from './0068_payment_with_reversal_reason.ts';
import { approvalOfDocument } from './0070_approval_with_document_id.ts';
import { approvalPendingDocument } from './0071_approval_with_pending_document_id.ts';
import { outboxOfDocument } from './0072_outbox_with_document_id.ts';
import { filedDocumentOfDocument } from './0073_filed_document_with_document_id.ts';
import { creditNoteFilingStatus } from './0074_credit_note_with_filing_status.ts';
import { creditNoteFiling } from './0075_credit_note_with_filing.ts';
import { creditNoteContent } from './0076_credit_note_with_content.ts';
import { creditNoteVersion } from './0077_credit_note_with_version.ts';
import { creditNoteByNumber } from './0078_credit_note_by_number.ts';
import { invoiceContent } from './0080_invoice_with_content.ts';
import { invoiceLineContent } from './0081_invoice_line_with_content.ts';
import { invoiceWithheld } from './0082_invoice_with_withheld_minor.ts';
import { invoiceAttachment } from './0083_invoice_attachment.ts';
import { complement } from './0085_complement.ts';
import { complementDocument } from './0086_complement_document.ts';
import { invoiceInstallmentsPaid } from './0087_invoice_with_installments_paid.ts';
import { outboxPrint } from './0093_outbox_with_print.ts';
import { bankBatch } from './0100_bank_batch.ts';
import { bankTransactionBatch } from './0101_bank_transaction_with_batch_id.ts';
import { bankTransactionBatchPart } from './0102_bank_transaction_with_batch_part.ts';
import { bankTransactionDescription } from './0103_bank_transaction_with_long_description.ts';
import { paymentSurplus } from './0110_payment_with_surplus_minor.ts';
import { bankMatchDifference } from './0111_bank_match_with_difference_minor.ts';
import { bankMatchEvidence } from './0112_bank_match_with_evidence.ts';
import { bankSuggestionDifference } from './0113_bank_suggestion_with_difference_minor.ts';
import { bankSuggestionEvidence } from './0114_bank_suggestion_with_evidence.ts';
import { bankMemoryTaughtBy } from './0115_bank_memory_with_taught_by.ts';
import { bankMemoryByTeacher } from './0116_bank_memory_by_teacher.ts';
import { ledgerMonth } from './0120_ledger_month.ts';
import { ledgerMonthFilled } from './0121_ledger_month_with_entries.ts';
import { invoiceOpenPaid } from './0122_invoice_by_open_and_paid.ts';
import { invoiceCreated } from './0123_invoice_by_created_at.ts';
import { searchRecordByType } from './0124_search_record_by_type.ts';
import { openMonth } from './0140_open_month.ts';
import { openMonthFilled } from './0141_open_month_with_documents.ts';
import { person } from './0150_person.ts';
import { passkey } from './0151_passkey.ts';
import { personSession } from './0152_person_session.ts';
import { signInChallenge } from './0153_sign_in_challenge.ts';
import { oneTimeLink } from './0154_one_time_link.ts';
import { signInMiss } from './0155_sign_in_miss.ts';
import { recoveryCode } from './0156_recovery_code.ts';
import { memberPerson } from './0157_member_with_person_id.ts';
import { memberByPerson } from './0158_member_by_person.ts';
import { memberAccountants } from './0159_member_with_accountants.ts';
import { memberRemoved } from './0160_member_with_removed_at.ts';
import { auditSession } from './0161_audit_with_session_id.ts';
import { auditMethod } from './0162_audit_with_method.ts';
import { approvalMethod } from './0163_approval_with_decided_method.ts';
import { organisationSeparateApprover } from './0164_organisation_with_separate_approver.ts';
import { apiKeyMaker } from './0165_api_key_with_created_by.ts';
import { companySignIn } from './0168_company_sign_in.ts';
import { companySignInRequest } from './0169_company_sign_in_request.ts';
import { mergedCounterparty } from './0180_merged_counterparty.ts';
import { apiKeyPreviousSecret } from './0195_api_key_with_previous_secret_hash.ts';
import { apiKeyPreviousUntil } from './0196_api_key_with_previous_until.ts';
import { apiKeyByPreviousSecret } from './0197_api_key_by_previous_secret.ts';
import { paymentSums } from './0198_payment_by_month.ts';
import { auditByTime } from './0199_audit_by_time.ts';
import { apiKeyToolsets } from './0200_api_key_with_toolsets.ts';
import { apiKeyRequest } from './0210_api_key_request.ts';
import { cancellationRequest } from './0211_cancellation_request.ts';
import { masterKey } from './0222_master_key.ts';
import { webhookEndpoint } from './0240_webhook_endpoint.ts';
import { webhookDelivery } from './0241_webhook_delivery.ts';
import { webhookAttempt } from './0242_webhook_attempt.ts';
import { webhookSequence } from './0243_webhook_sequence.ts';
import { organisationLocks } from './0250_organisation_with_locks.ts';
import { entityLocks } from './0251_entity_with_locks.ts';
import { personLocks } from './0252_person_with_locks.ts';
import { schemaLockLocks } from './0253_schema_lock_with_locks.ts';
import { outboxCountry } from './0254_outbox_with_country.ts';
import { trailPending } from './0260_trail_pending.ts';
import { trailState } from './0261_trail_state.ts';
import { trailLog } from './0262_trail_log.ts';
import { trailLeaf } from './0263_trail_leaf.ts';
import { trailCheckpoint } from './0264_trail_checkpoint.ts';
import { invoiceStateVersion } from './0265_invoice_with_state_version.ts';
import { billStateVersion } from './0266_bill_with_state_version.ts';
import { paymentStateVersion } from './0267_payment_with_state_version.ts';
import { approvalStateVersion } from './0268_approval_with_state_version.ts';
import { creditNoteStateVersion } from './0269_credit_note_with_state_version.ts';
import { complementStateVersion } from './0270_complement_with_state_version.ts';
import { cancellationRequestStateVersion } from './0271_cancellation_request_with_state_version.ts';
import { trailLogSignedSize } from './0280_trail_log_with_signed_size.ts';
import { trailLogKeptSize } from './0281_trail_log_with_kept_size.ts';
import { bankStatementLayoutFieldOrder } from './0290_bank_statement_layout_with_field_order.ts';
import { oneTimeLinkWay } from './0300_one_time_link_with_way.ts';
import { personEmailProven } from './0301_person_with_email_proven_at.ts';
import { personKnownProofs } from './0302_person_with_known_proofs.ts';
import { memberLocale } from './0303_member_with_locale.ts';
import { memberTimeZone } from './0304_member_with_time_zone.ts';
import { trailStateRecords } from './0310_trail_state_with_records.ts';
import { trailLogCovered } from './0311_trail_log_with_covered_at.ts';
import { changeRequest } from './0320_change_request.ts';
import { taskMadeByKey } from './0321_task_with_made_by_key.ts';
import { entityRegistrationAsked } from './0360_entity_with_registration_asked.ts';
import { approvalRenewedAt } from './0370_approval_with_renewed_at.ts';

export const MIGRATIONS: readonly Migration[] = [
  organisation,
  member,
  apiKey,
  entity,
  counterparty,
  invoice,
  invoiceLine,
  referenceRecord,
  exchangeRate,
  searchRecord,
  searchToken,
  searchIdentifier,
  searchVocabulary,
  searchTrigram,
  idempotency,
  audit,
  event,
  bill,
  billLine,
  payment,
  paymentAllocation,
  creditNote,
  ledgerEntry,
  task,
  bankAccount,
  bankStatement,
  bankTransaction,
  searchTokenByRecord,
  searchIdentifierByRecord,
  approval,
  outbox,
  filedDocument,
  invoiceCounter,
  returnedNumber,
  outboxMaybeSent,
  certificate,
  sandboxSecret,
  sandboxStamp,
  sandboxAccessPoint,
  bankTransactionPartyAccount,
  bankTransactionPartyTaxId,
  bankStatementLayout,
  bankMatch,
  bankMatchUndo,
  bankSuggestion,
  bankRejection,
  bankMemory,
  matchingRun,
  outboxLeaseFence,
  matchingRunLeaseFence,
  taskPriorityRank,
  entityClosedThrough,
  periodSlot,
  paymentStatus,
  paymentReversedOn,
  paymentReversalReason,
  approvalOfDocument,
  approvalPendingDocument,
  outboxOfDocument,
  filedDocumentOfDocument,
  creditNoteFilingStatus,
  creditNoteFiling,
  creditNoteContent,
  creditNoteVersion,
  creditNoteByNumber,
  invoiceContent,
  invoiceLineContent,
  invoiceWithheld,
  invoiceAttachment,
  complement,
  complementDocument,
  invoiceInstallmentsPaid,
  outboxPrint,
  bankBatch,
  bankTransactionBatch,
  bankTransactionBatchPart,
  bankTransactionDescription,
  paymentSurplus,
  bankMatchDifference,
  bankMatchEvidence,
  bankSuggestionDifference,
  bankSuggestionEvidence,
  bankMemoryTaughtBy,
  bankMemoryByTeacher,
  ledgerMonth,
  ledgerMonthFilled,
  invoiceOpenPaid,
  invoiceCreated,
  searchRecordByType,
  openMonth,
  openMonthFilled,
  person,
  passkey,
  personSession,
  signInChallenge,
  oneTimeLink,
  signInMiss,
  recoveryCode,
  memberPerson,
  memberByPerson,
  memberAccountants,
  memberRemoved,
  auditSession,
  auditMethod,
  approvalMethod,
  organisationSeparateApprover,
  apiKeyMaker,
  companySignIn,
  companySignInRequest,
  mergedCounterparty,
  apiKeyPreviousSecret,
  apiKeyPreviousUntil,
  apiKeyByPreviousSecret,
  paymentSums,
  auditByTime,
  apiKeyToolsets,
  apiKeyRequest,
  cancellationRequest,
  masterKey,
  webhookEndpoint,
  webhookDelivery,
  webhookAttempt,
  webhookSequence,
  organisationLocks,
  entityLocks,
  personLocks,
  schemaLockLocks,
  outboxCountry,
  trailPending,
  trailState,
  trailLog,
  trailLeaf,
  trailCheckpoint,
  invoiceStateVersion,
  billStateVersion,
  paymentStateVersion,
  approvalStateVersion,
  creditNoteStateVersion,
  complementStateVersion,
  cancellationRequestStateVersion,
  trailLogSignedSize,
  trailLogKeptSize,
  bankStatementLayoutFieldOrder,
  oneTimeLinkWay,
  personEmailProven,
  personKnownProofs,
  memberLocale,
  memberTimeZone,
  trailStateRecords,
  trailLogCovered,
  changeRequest,
  taskMadeByKey,
  entityRegistrationAsked,
  approvalRenewedAt,
];
