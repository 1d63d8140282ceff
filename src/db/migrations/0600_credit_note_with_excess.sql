-- What a credit note of a supplier credits beyond what was owed of its bill, since that was paid before: credit of ours.
alter table credit_note add column excess_minor bigint;
create index ix_credit_note_party on credit_note (entity_id, counterparty_id, record_id, status);
create index ix_credit_note_party_excess on credit_note (entity_id, counterparty_id, excess_minor);
create index ix_credit_note_excess on credit_note (entity_id, excess_minor);
