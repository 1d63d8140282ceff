-- Discounts that are agreed with a customer: percent/days, such as 3/7 2/14.
alter table counterparty add column payment_terms varchar(60) collate utf8mb4_bin;
