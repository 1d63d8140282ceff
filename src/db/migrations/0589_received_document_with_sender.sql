-- Of a document that came through the network: who sent it, and the id of its message there.
alter table received_document add column sender_id varchar(80) collate utf8mb4_bin, add column message_id varchar(255) collate utf8mb4_bin;
