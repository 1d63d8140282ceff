-- The SAT's list of article 69-B, as it was imported last: one for all companies. `cut_on`: the day to which the SAT says it
-- goes. Rows of an import that was overtaken go with the next one.
create table efos_import (
  id int not null,
  cut_on date not null,
  imported_at datetime(3) not null,
  sha256 char(64) collate utf8mb4_bin not null,
  rows_count int not null,
  primary key (id)
);
create table efos_row (
  rfc varchar(13) collate utf8mb4_bin not null,
  import_id int not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  situation varchar(30) collate utf8mb4_bin not null,
  primary key (rfc, import_id)
);
