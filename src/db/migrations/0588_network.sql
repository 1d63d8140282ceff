-- Documents that come through the access point. No table here is a company's: what a company has of a document lies in its
-- own tables. Which company receives under which participant id; an operator says so.
create table network_receiver (
  participant_key varchar(80) collate utf8mb4_bin not null,
  company_id varchar(31) collate utf8mb4_bin not null,
  account varchar(110) collate utf8mb4_bin,
  created_at datetime(3) not null,
  primary key (participant_key),
  unique key uq_network_receiver_company (company_id),
  key ix_network_receiver_account (account)
);
-- Each message once: delivered to a company, held for the operator because it found none, refused to the access point, or
-- discarded.
create table network_message (
  message_id varchar(255) collate utf8mb4_bin not null,
  access_point varchar(30) collate utf8mb4_bin not null,
  status varchar(10) collate utf8mb4_bin not null,
  reason varchar(30) collate utf8mb4_bin,
  sender varchar(80) collate utf8mb4_bin,
  receiver varchar(80) collate utf8mb4_bin,
  account varchar(110) collate utf8mb4_bin,
  sha256 char(64) collate utf8mb4_bin,
  bytes bigint not null,
  company_id varchar(31) collate utf8mb4_bin,
  received_document_id varchar(31) collate utf8mb4_bin,
  attempts int not null,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  primary key (message_id),
  key ix_network_message_status (status, updated_at)
);
-- The bytes of what is held.
create table network_message_chunk (
  message_id varchar(255) collate utf8mb4_bin not null,
  position int not null,
  bytes mediumblob not null,
  primary key (message_id, position)
);
-- The queue of an access point, which one instance asks at a time.
create table network_queue (
  access_point varchar(30) collate utf8mb4_bin not null,
  asked_at datetime(3),
  failing_since datetime(3),
  fault varchar(500) collate utf8mb4_unicode_ci,
  lease_owner varchar(60) collate utf8mb4_bin,
  lease_until datetime(3),
  lease_fence int not null,
  primary key (access_point)
);
