// Accounts in texts, however they are written; and what is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWrittenAccounts } from '../../src/base/bank-identifiers.ts';

for (const [text, accounts] of [
  ['IBAN DE02 1203 0000 0000 2020 51 BIC BYLADEM1001', ['DE02120300000000202051']],
  ['IBANDE02120300000000202051', ['DE02120300000000202051']],
  ['NO93 8601 1117 947', ['NO9386011117947']],
  ['CLABE 032-180-00011835971-9', ['032180000118359719']],
  ['CLABE032180000118359719', ['032180000118359719']],
  ['SORT CODE 20-20-15, ACCOUNT 55555555', ['55555555']],
  ['ACCOUNT NO. 5555 5555, SORT CODE: 202015', ['55555555']],
  ['PAY TO BSB 062-000 ACC 1234 5678', ['12345678']],
  // None of them.
  ['YOUR CUSTOMER ACCOUNT 10023456', []],
  ['DE02120300000000202052', []],
  ['DE811569869, 2026 11 25 0012', []],
  ['TEL. 55 1234 5678, 55 8765 4321', []],
  ['032180000118359718', []],
  ['', []],
] as const)
  test(`${text || 'nothing'}: ${accounts.join(', ') || 'none'}`, () => {
    assert.deepEqual(findWrittenAccounts(text), accounts);
  });
