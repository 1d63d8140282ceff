// For tests that check many passwords: each then takes milliseconds, until they put the cost back.
import { COST, setPasswordCost } from '../../src/domain/parties/persons/password.ts';

export const useQuickPasswords = (): void => setPasswordCost({ N: 1_024, r: 8, p: 1 });
export const useUsualPasswords = (): void => setPasswordCost(COST);
