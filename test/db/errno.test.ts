import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConflict, isDuplicate, isLocked, isLostConnection } from '../../src/db/errno.ts';
import { faultOf } from '../../src/db/fault.ts';
import { OutcomeUnknown } from '../../src/db/transaction.ts';

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
  for (const errno of [1213, 1205, 1020, 1180, 3101, 8002, 8005, 8022, 8028, 9007])
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

test('what the driver and the operating system say has a name too', () => {
  const system = (code: string, syscall: string): Error =>
    Object.assign(failure(-1, `${syscall} ${code}`, code), { syscall });
  for (const [error, expected] of [
    [new Error('Queue limit reached.'), 'unavailable'],
    [new Error('Pool is closed.'), 'unavailable'],
    [system('ENOENT', 'connect'), 'unavailable'],
    [system('EAI_AGAIN', 'getaddrinfo'), 'unavailable'],
    [system('EMFILE', 'socket'), 'unavailable'],
    [system('ENOSPC', 'write'), 'full'],
    [new OutcomeUnknown(system('EPIPE', 'write')), 'outcome_unknown'],
    // A missing file is a bug, not the database.
    [system('ENOENT', 'open'), undefined],
    [failure(1064), undefined],
    [failure(1062, "Duplicate entry 'x' for key 'PRIMARY'"), undefined],
    [new Error('anything else'), undefined],
    ['no error', undefined],
  ] as const)
    assert.equal(faultOf(error), expected, String(error));
});
