// Browsers in which a person has signed in before. Each keeps a sealed mark, which lets nobody in: it only keeps the
// guesses of strangers apart from those made here. It is worth nothing once the password is another one.
import type { PersonId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import { SealError } from '../../../base/secrets/seal.ts';
import type { Browser, PersonParts } from './parts.ts';
import { hashOf, newSecret } from './secret.ts';
import { findPerson, type PersonWithSecrets } from './store/persons.ts';

type Marked = Pick<PersonWithSecrets, 'id' | 'password_hash'>;

const nameOf = ({ id }: Marked): string => `known-browser/${id}`;
const footOf = ({ password_hash }: Marked): string => hashOf(password_hash ?? '');

/** What the browser keeps after the person has signed in in it. */
export const markBrowser = ({ secrets }: Pick<PersonParts, 'secrets'>, person: Marked): string =>
  secrets.seal(nameOf(person), Buffer.from(`${newSecret()} ${footOf(person)}`));

/** The same, with the password as it is now. */
export const newMark = async (
  parts: Pick<PersonParts, 'secrets'>,
  db: Reader,
  id: PersonId,
): Promise<string> => {
  const person = await findPerson(db, id);
  return markBrowser(parts, person ?? { id, password_hash: null });
};

/** The mark of this person that the browser sent, with what its guesses are counted for. */
export const knownMark = (
  { secrets }: Pick<PersonParts, 'secrets'>,
  { marks = [] }: Pick<Browser, 'marks'>,
  person: Marked,
): { readonly mark: string; readonly nonce: string } | undefined => {
  for (const mark of marks)
    try {
      const [nonce = '', foot] = secrets.open(nameOf(person), mark).toString('utf8').split(' ');
      if (foot === footOf(person)) return { mark, nonce };
    } catch (error) {
      // Of somebody else, made up, or sealed with an earlier key.
      if (!(error instanceof SealError)) throw error;
    }
  return undefined;
};
