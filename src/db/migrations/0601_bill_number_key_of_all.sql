-- The key of bills that instances of an earlier release wrote while 0575 was there already.
update bill set number_key = left(upper(replace(replace(replace(replace(concat(coalesce(series, ''), bill_number), ' ', ''), '-', ''), '/', ''), '.', '')), 200)
  where bill_number is not null and number_key is null;
