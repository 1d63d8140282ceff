-- Why a part of an invoice was settled without money, and what that takes off its taxes.
alter table payment_allocation add column difference_cause varchar(24) collate utf8mb4_bin;
alter table payment_allocation add column difference_taxes json;
-- The credit note that a discount waits for.
alter table payment_allocation add column credit_note_id varchar(31) collate utf8mb4_bin;
alter table bank_match add column difference_as varchar(24) collate utf8mb4_bin;
alter table bank_match add column credit_note_id varchar(31) collate utf8mb4_bin;
alter table bank_suggestion add column difference_as varchar(24) collate utf8mb4_bin;
