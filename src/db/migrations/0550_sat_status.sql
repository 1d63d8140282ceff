-- What the SAT says of each CFDI that a company received. `next_at`: when it is asked next; null once the answer is final.
-- `unchecked_since`: since when it could not be asked.
create table sat_status (
  entity_id varchar(31) collate utf8mb4_bin not null,
  uuid char(36) collate utf8mb4_bin not null,
  issuer_rfc varchar(13) collate utf8mb4_bin not null,
  receiver_rfc varchar(13) collate utf8mb4_bin not null,
  total varchar(30) collate utf8mb4_bin not null,
  seal_end varchar(8) collate utf8mb4_bin not null,
  state varchar(40) collate utf8mb4_unicode_ci,
  cancellation varchar(60) collate utf8mb4_unicode_ci,
  cancellable varchar(60) collate utf8mb4_unicode_ci,
  efos varchar(10) collate utf8mb4_bin,
  sandbox tinyint(1),
  arrived_at datetime(3) not null,
  asked_at datetime(3),
  unchecked_since datetime(3),
  failures int not null,
  next_at datetime(3),
  updated_at datetime(3) not null,
  primary key (entity_id, uuid),
  key ix_sat_status_next_at (next_at)
);
