-- The UUID of a bill as a company has it once, in small letters: null of one that is rejected, and of all but the first of those
-- that had one UUID already. An instance of an earlier release writes none.
alter table bill add column uuid_unique varchar(64) collate utf8mb4_bin;
create unique index uq_bill_uuid on bill (entity_id, uuid_unique);
update bill
  inner join (
    select entity_id, lower(uuid) as uuid_unique, min(case when status <> 'rejected' then id end) as id
    from bill
    where lower(uuid) regexp '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    group by entity_id, lower(uuid)
    having max(uuid_unique) is null
  ) as earliest on earliest.entity_id = bill.entity_id and earliest.id = bill.id
  set bill.uuid_unique = earliest.uuid_unique
  where bill.uuid_unique is null;
