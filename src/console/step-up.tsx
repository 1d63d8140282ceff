// Before what cannot be undone a person shows again that it is they who sit there: with the passkey, or with password
// and code. What was sent travels along, so that nothing is typed twice.
import { usePerson } from './context.ts';
import type { VNode } from 'preact';
import { askOptions } from '../domain/parties/persons/passkeys.ts';
import { confirmPresence, type Proof } from '../domain/parties/persons/sign-in.ts';
import { listPasskeys } from '../domain/parties/persons/store/passkeys.ts';
import { isByCompany } from '../domain/parties/persons/signed-in.ts';
import { findPerson } from '../domain/parties/persons/store/persons.ts';
import { carry, CARRIED, CARRIED_BYTES, type Form } from './form.ts';
import type { Shown } from './page.ts';
import { PASSKEY_SCRIPT, PasskeyFields } from './pages/persons/credential-form.tsx';
import { browserOf, partsOf, passwordIn, refusedText } from './pages/persons/person-parts.ts';
import { Field } from './parts/form.tsx';
import type { PersonVisit } from './visit.ts';

const OWN = 'confirm.';
const PASSKEY = `${OWN}passkey`;
const PASSWORD = `${OWN}password`;
const CODE = `${OWN}code`;
const BY = `${OWN}by`;

/** The page that asks, or undefined when what was sent proves who is there. */
export const confirmPerson = async (visit: PersonVisit, form: Form): Promise<Shown | undefined> => {
  const proof = proofIn(form);
  if (proof === undefined) return ask(visit, form, undefined);
  const result = await confirmPresence(partsOf(visit), browserOf(visit), visit.signedIn, proof);
  if (result.outcome === 'confirmed') return undefined;
  const { passkeyFailed } = visit.words.person;
  const fault = 'passkey' in proof && result.outcome === 'wrong' ? passkeyFailed : refusedText(visit, result);
  return ask(visit, form, fault);
};

const proofIn = (form: Form): Proof | undefined => {
  if (form.text(PASSKEY) !== '' && form.text(BY) !== 'password') return { passkey: form.text(PASSKEY) };
  if (passwordIn(form, PASSWORD) === '') return undefined;
  return { password: passwordIn(form, PASSWORD), code: form.text(CODE) };
};

const ask = async (visit: PersonVisit, form: Form, fault: string | undefined): Promise<Shown> => {
  const { person: words } = visit.words;
  const { parts, signedIn, url } = visit;
  const { reader } = parts.books.database;
  // A company's issuer learns nothing of what the person has: every way is offered, and none is named.
  const isHidden = isByCompany(signedIn);
  const passkeys = isHidden ? [] : await listPasskeys(reader, signedIn.person.id);
  const person = await findPerson(reader, signedIn.person.id);
  const options = await askOptions(partsOf(visit), browserOf(visit), passkeys);
  const hasPassword = isHidden || (person?.password_hash ?? null) !== null;
  const hasPasskey = isHidden || passkeys.length > 0;
  const isTooLarge = form.files.some(([, { bytes }]) => bytes.length > CARRIED_BYTES);
  return {
    title: words.confirm,
    status: fault === undefined ? 200 : 422,
    scripts: [PASSKEY_SCRIPT],
    main: (
      <>
        <h1>{words.confirm}</h1>
        <p>{words.confirmText}</p>
        {fault !== undefined && (
          <p class="problem" role="alert">
            {fault}
          </p>
        )}
        {isHidden && <p class="warning mild">{words.noProof}</p>}
        {isTooLarge && <p class="warning mild">{words.chooseFile}</p>}
        <form method="post" action={`${url.pathname}${url.search}`}>
          <Carried form={form} />
          {hasPasskey && <ByPasskey options={options} />}
          {hasPassword && <ByPassword />}
          {!hasPasskey && !hasPassword && <p>{words.lost}</p>}
        </form>
      </>
    ),
  };
};

/** Every field as it was sent, the tokens too; small files as text. */
const Carried = ({ form }: { form: Form }): VNode => (
  <>
    {form.fields
      .filter(([name]) => !name.startsWith(OWN))
      .map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    {form.files
      .filter(([, { bytes }]) => bytes.length <= CARRIED_BYTES)
      .map(([name, file]) => (
        <input type="hidden" name={`${name}${CARRIED}`} value={carry(file)} />
      ))}
  </>
);

const ByPasskey = ({ options }: { options: object }): VNode => {
  const visit = usePerson();
  return (
    <>
      <PasskeyFields kind="ask" act="passkey" options={options} into={PASSKEY} />
      <p>
        <button name={BY} value="passkey">
          {visit.words.person.confirmPasskey}
        </button>
      </p>
    </>
  );
};

const ByPassword = (): VNode => {
  const { person: words } = usePerson().words;
  return (
    <>
      <div class="fields">
        <Field name={PASSWORD} type="password" label={words.password} autocomplete="current-password" wide />
        <Field name={CODE} label={words.code} hint={words.codeHint} autocomplete="one-time-code" wide />
      </div>
      <p>
        <button class="quiet" name={BY} value="password">
          {words.confirmPassword}
        </button>
      </p>
    </>
  );
};
