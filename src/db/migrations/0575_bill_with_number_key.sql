-- Series and number as they are compared with those of other bills, whatever release wrote them: in capitals, without blanks
-- and signs. It is no part of what the trail proves, and repeats that are in the books already stay there.
alter table bill add column number_key varchar(200) collate utf8mb4_bin;
create index ix_bill_number_key on bill (entity_id, number_key, counterparty_id);
update bill set number_key = left(upper(replace(replace(replace(replace(concat(coalesce(series, ''), bill_number), ' ', ''), '-', ''), '/', ''), '.', '')), 200)
  where bill_number is not null and number_key is null;
