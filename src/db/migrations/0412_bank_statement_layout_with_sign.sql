-- Whether the bank writes money that goes out as positive, as was said of these headings.
alter table bank_statement_layout add column amount_sign varchar(10) collate utf8mb4_bin;
