// For tests that check many passwords: each then takes milliseconds.
import { after } from 'node:test';
import { COST, setPasswordCost } from '../../src/domain/persons/password.ts';

export const useQuickPasswords = (): void => {
  setPasswordCost({ N: 1_024, r: 8, p: 1 });
  after(() => setPasswordCost(COST));
};
