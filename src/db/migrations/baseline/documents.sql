-- Invoices, bills, payments, credit notes and complements, and the tasks about them.

create table invoice (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  status varchar(12) collate utf8mb4_bin not null,
  internal_status varchar(40) collate utf8mb4_bin not null,
  series varchar(25) collate utf8mb4_bin,
  number varchar(40) collate utf8mb4_bin,
  title varchar(300) collate utf8mb4_unicode_ci,
  issue_date date not null,
  due_date date not null,
  payment_terms_days int not null,
  currency varchar(3) collate utf8mb4_bin not null,
  exchange_rate decimal(18, 8),
  exchange_rate_date date,
  exchange_rate_source varchar(60) collate utf8mb4_bin,
  subtotal_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  paid_minor bigint not null default 0,
  credited_minor bigint not null default 0,
  balance_minor bigint not null,
  open tinyint not null,
  presettled_minor bigint not null default 0,
  closed_on date,
  tax_breakdown json not null,
  country_details json not null,
  filing_status varchar(40) collate utf8mb4_bin not null default 'not_submitted',
  filing json not null,
  notes text collate utf8mb4_unicode_ci,
  external_id varchar(100) collate utf8mb4_bin,
  import_hash varchar(43) collate utf8mb4_bin,
  import_version int,
  version int not null default 1,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  content json,
  withheld_minor bigint not null default 0,
  installments_paid int,
  state_version int not null default 1,
  primary key (entity_id, id),
  unique key uq_invoice_number (entity_id, series, number),
  unique key uq_invoice_external_id (entity_id, external_id),
  key ix_invoice_issue_date (entity_id, issue_date, id),
  key ix_invoice_status (entity_id, status, issue_date, id),
  key ix_invoice_counterparty (entity_id, counterparty_id, issue_date, id),
  key ix_invoice_open (entity_id, status, open, due_date, id, currency, balance_minor),
  key ix_invoice_open_issue_date (entity_id, status, open, issue_date, id, paid_minor),
  -- Unpaid invoices in the order of a list, and those paid in part together.
  key ix_invoice_open_paid (entity_id, status, open, paid_minor, issue_date, id),
  -- Drafts of before a moment, however many newer ones there are.
  key ix_invoice_created (entity_id, status, created_at, issue_date, id)
);

-- Prices have two more integer digits than quantities: one line may be worth the largest amount.
create table invoice_line (
  entity_id varchar(31) collate utf8mb4_bin not null,
  invoice_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  description varchar(1000) collate utf8mb4_unicode_ci not null,
  quantity decimal(18, 6) not null,
  unit_price decimal(20, 6) not null,
  subtotal decimal(20, 6) not null,
  tax_rate decimal(9, 6) not null,
  tax_amount decimal(20, 6) not null,
  country_details json not null,
  content json,
  primary key (entity_id, invoice_id, position)
);

-- Beside the invoice and not in it, so that lists and checks never read the files.
create table invoice_attachment (
  entity_id varchar(31) collate utf8mb4_bin not null,
  invoice_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  bytes mediumblob not null,
  primary key (entity_id, invoice_id, position)
);

create table bill (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  status varchar(12) collate utf8mb4_bin not null,
  bill_number varchar(60) collate utf8mb4_bin,
  series varchar(25) collate utf8mb4_bin,
  number_unique varchar(260) collate utf8mb4_bin,
  uuid varchar(64) collate utf8mb4_bin,
  title varchar(300) collate utf8mb4_unicode_ci,
  issue_date date not null,
  due_date date not null,
  currency varchar(3) collate utf8mb4_bin not null,
  exchange_rate decimal(18, 8),
  exchange_rate_date date,
  exchange_rate_source varchar(60) collate utf8mb4_bin,
  subtotal_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  paid_minor bigint not null default 0,
  credited_minor bigint not null default 0,
  balance_minor bigint not null,
  open tinyint not null,
  presettled_minor bigint not null default 0,
  closed_on date,
  deductibility varchar(24) collate utf8mb4_bin,
  validation json not null,
  notes text collate utf8mb4_unicode_ci,
  external_id varchar(100) collate utf8mb4_bin,
  import_hash varchar(43) collate utf8mb4_bin,
  import_version int,
  version int not null default 1,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  state_version int not null default 1,
  primary key (entity_id, id),
  unique key uq_bill_number (entity_id, counterparty_id, number_unique),
  unique key uq_bill_external_id (entity_id, external_id),
  key ix_bill_issue_date (entity_id, issue_date, id),
  key ix_bill_status (entity_id, status, issue_date, id),
  key ix_bill_counterparty (entity_id, counterparty_id, issue_date, id),
  key ix_bill_open (entity_id, open, due_date, id, currency, balance_minor),
  key ix_bill_open_issue_date (entity_id, open, issue_date, id, paid_minor),
  key ix_bill_balance (entity_id, balance_minor, issue_date, id),
  key ix_bill_deductibility (entity_id, deductibility, issue_date, id)
);

create table bill_line (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bill_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  description varchar(1000) collate utf8mb4_unicode_ci not null,
  quantity decimal(18, 6) not null,
  unit_price decimal(19, 6) not null,
  subtotal decimal(19, 6) not null,
  tax_amount decimal(19, 6) not null,
  primary key (entity_id, bill_id, position)
);

-- Sums of the open documents that fall due in a month, in parts: as those of `ledger_month`.
create table open_month (
  entity_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(7) collate utf8mb4_bin not null,
  month date not null,
  currency varchar(3) collate utf8mb4_bin not null,
  slot int not null,
  balance_minor bigint not null,
  document_count int not null,
  primary key (entity_id, kind, month, currency, slot)
);

create table payment (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  type varchar(16) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  amount_minor bigint not null,
  currency varchar(3) collate utf8mb4_bin not null,
  exchange_rate decimal(18, 8),
  exchange_rate_date date,
  exchange_rate_source varchar(60) collate utf8mb4_bin,
  paid_on date not null,
  payment_method varchar(20) collate utf8mb4_bin not null,
  reference varchar(200) collate utf8mb4_unicode_ci,
  notes text collate utf8mb4_unicode_ci,
  unallocated_minor bigint not null default 0,
  bank_transaction_id varchar(31) collate utf8mb4_bin,
  bank_linked tinyint not null,
  historic tinyint not null,
  external_id varchar(100) collate utf8mb4_bin,
  created_at datetime(3) not null,
  status varchar(10) collate utf8mb4_bin not null default 'recorded',
  reversed_on date,
  reversal_reason varchar(300) collate utf8mb4_unicode_ci,
  surplus_minor bigint not null default 0,
  state_version int not null default 1,
  primary key (entity_id, id),
  unique key uq_payment_external_id (entity_id, type, external_id),
  key ix_payment_date (entity_id, type, paid_on, id),
  key ix_payment_counterparty (entity_id, counterparty_id, paid_on, id),
  key ix_payment_unlinked (entity_id, type, bank_linked, paid_on, id),
  key ix_payment_bank_transaction (entity_id, bank_transaction_id),
  -- Covers sums of what was paid in some days.
  key ix_payment_sums (entity_id, status, paid_on, type, currency, amount_minor)
);

create table payment_allocation (
  entity_id varchar(31) collate utf8mb4_bin not null,
  payment_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  record_type varchar(8) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  amount_minor bigint not null,
  payment_minor bigint not null,
  primary key (entity_id, payment_id, position),
  key ix_payment_allocation_record (entity_id, record_id, payment_id)
);

create table credit_note (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  type varchar(24) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin,
  series varchar(25) collate utf8mb4_bin,
  number varchar(60) collate utf8mb4_bin,
  uuid varchar(64) collate utf8mb4_bin,
  status varchar(12) collate utf8mb4_bin not null,
  issue_date date not null,
  currency varchar(3) collate utf8mb4_bin not null,
  total_minor bigint not null,
  reason varchar(300) collate utf8mb4_unicode_ci,
  historic tinyint not null,
  external_id varchar(100) collate utf8mb4_bin,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  filing_status varchar(40) collate utf8mb4_bin not null default 'not_submitted',
  -- Null in notes that another system filed, and in those of suppliers.
  filing json,
  -- Null in notes that another system filed, and in those of suppliers.
  content json,
  version int not null default 1,
  state_version int not null default 1,
  primary key (entity_id, id),
  unique key uq_credit_note_external_id (entity_id, type, external_id),
  key ix_credit_note_record (entity_id, record_id),
  key ix_credit_note_date (entity_id, type, issue_date, id),
  key ix_credit_note_number (entity_id, type, series, number)
);

create table complement (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  payment_id varchar(31) collate utf8mb4_bin not null,
  status varchar(12) collate utf8mb4_bin not null,
  filing_status varchar(24) collate utf8mb4_bin not null,
  filing json not null,
  series varchar(25) collate utf8mb4_bin,
  number varchar(60) collate utf8mb4_bin,
  issue_date date not null,
  paid_on date not null,
  due_on date not null,
  currency varchar(3) collate utf8mb4_bin not null,
  total_minor bigint not null,
  content json not null,
  replaces varchar(31) collate utf8mb4_bin,
  version int not null,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  state_version int not null default 1,
  primary key (entity_id, id),
  key ix_complement_payment (entity_id, payment_id),
  key ix_complement_replaces (entity_id, replaces),
  key ix_complement_number (entity_id, series, number),
  key ix_complement_due (entity_id, status, due_on)
);

-- Finds the complements of an invoice, whose contents name several.
create table complement_document (
  entity_id varchar(31) collate utf8mb4_bin not null,
  invoice_id varchar(31) collate utf8mb4_bin not null,
  complement_id varchar(31) collate utf8mb4_bin not null,
  primary key (entity_id, invoice_id, complement_id)
);

create table task (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  title varchar(300) collate utf8mb4_unicode_ci not null,
  description text collate utf8mb4_unicode_ci,
  status varchar(12) collate utf8mb4_bin not null,
  priority varchar(8) collate utf8mb4_bin not null,
  -- A rank is a number; `tinyint` is reserved for flags, which the pool converts to booleans.
  priority_rank smallint not null,
  due_at varchar(40) collate utf8mb4_bin,
  due_sort datetime(3) not null,
  assignee_id varchar(31) collate utf8mb4_bin,
  taskable_type varchar(24) collate utf8mb4_bin not null,
  taskable_id varchar(31) collate utf8mb4_bin not null,
  completed_at datetime(3),
  open tinyint not null,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  made_by_key varchar(31) collate utf8mb4_bin,
  primary key (entity_id, id),
  key ix_task_open (entity_id, open, priority_rank, due_sort, id),
  key ix_task_status (entity_id, status, priority_rank, due_sort, id),
  key ix_task_taskable (entity_id, taskable_id)
);
