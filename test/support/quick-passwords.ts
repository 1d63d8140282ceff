// Imported for its effect where a test checks many passwords: each then takes milliseconds.
import { setPasswordCost } from '../../src/domain/persons/password.ts';

setPasswordCost({ N: 1_024, r: 8, p: 1 });
