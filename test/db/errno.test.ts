import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isConflict,
  isDuplicate,
  isFull,
  isLocked,
  isLostConnection,
  isOverloaded,
  isReadOnly,
} from '../../src/db/errno.ts';

const failure = (errno: number, message = '', code?: string): Error =>
  Object.assign(new Error(message), { errno, ...(code === undefined ? {} : { code }) });

test('a duplicate is told by its number and the end of the index name', () => {
  const mariadb = failure(1062, "Duplicate entry 'it's-x' for key 'uq_a'");
  const mysql = failure(1062, "Duplicate entry 'x' for key 'invoice.uq_a'");
  for (const error of [mariadb, mysql]) {
    assert.ok(isDuplicate(error, 'uq_a'));
    assert.ok(!isDuplicate(error, 'q_a'));
    assert.ok(!isDuplicate(error, 'uq_b'));
  }
  assert.ok(!isDuplicate(failure(1061, "Duplicate key name 'uq_a'"), 'uq_a'));
  assert.ok(!isDuplicate(failure(1062, "Duplicate entry 'for key 'uq_b'' for key 'uq_a'"), 'uq_b'));
  assert.ok(!isDuplicate('no error', 'uq_a'));
});

test('conflicts of every server are known', () => {
  for (const errno of [1213, 1205, 1020, 1180, 3100, 3101, 8002, 8005, 8022, 8028, 9007])
    assert.ok(isConflict(failure(errno)));
  assert.ok(!isConflict(failure(1062)));
  assert.ok(isLocked(failure(1205)) && isLocked(failure(3572)));
});

test('lost connections are known by number, code and the one text that has neither', () => {
  for (const errno of [1047, 1053, 1927, 4031]) assert.ok(isLostConnection(failure(errno)));
  assert.ok(isLostConnection(failure(-111, 'connect ECONNREFUSED', 'ECONNREFUSED')));
  assert.ok(isLostConnection(failure(-104, 'read ECONNRESET', 'ECONNRESET')));
  assert.ok(isLostConnection(new Error("Can't add new command when connection is in closed state")));
  assert.ok(!isLostConnection(failure(1064)));
  assert.ok(!isLostConnection(new Error('anything else')));
});

test('a server without room, one that takes no writes, and one with too much to do have names', () => {
  for (const errno of [1021, 1114]) assert.ok(isFull(failure(errno)));
  assert.ok(isFull(failure(1026, 'Error writing file (Errcode: 28 "No space left on device")')));
  assert.ok(isFull(failure(1030, 'Got error 28 "No space left on device" from storage engine InnoDB')));
  assert.ok(!isFull(failure(1030, 'Got error 122 "Internal error" from storage engine InnoDB')));
  for (const errno of [1290, 1836]) assert.ok(isReadOnly(failure(errno)));
  for (const errno of [1040, 1041, 1203, 1226]) assert.ok(isOverloaded(failure(errno)));
  for (const text of ['Queue limit reached.', 'No connections available.'])
    assert.ok(isOverloaded(new Error(text)));
  assert.ok(!isOverloaded(new Error('anything else')));
});
