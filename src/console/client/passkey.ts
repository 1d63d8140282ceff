// Asks the browser for a passkey, or to make one, and sends what it answers with the form. The options stand in the
// hidden field that takes the answer.
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type AskOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type MakeOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

const fieldOf = (form: HTMLFormElement): HTMLInputElement | null =>
  form.querySelector<HTMLInputElement>('input[data-passkey]');

const wantsPasskey = (field: HTMLInputElement, submitter: HTMLElement | null): boolean => {
  const act = field.dataset['passkeyAct'] ?? '';
  const chosen = submitter instanceof HTMLButtonElement && submitter.name !== '' ? submitter.value : act;
  return chosen === act;
};

/** The first administrator gives name and address in the same form. */
const typed = (form: HTMLFormElement, name: string): string | undefined => {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement && input.value !== '' ? input.value : undefined;
};

const answer = async (form: HTMLFormElement, field: HTMLInputElement): Promise<string> => {
  const options: unknown = JSON.parse(field.dataset['options'] ?? '{}');
  if (field.dataset['passkey'] === 'ask')
    return JSON.stringify(await startAuthentication({ optionsJSON: options as AskOptions }));
  const make = options as MakeOptions;
  const name = typed(form, 'email') ?? make.user.name;
  const user = { ...make.user, name, displayName: typed(form, 'name') ?? make.user.displayName };
  return JSON.stringify(await startRegistration({ optionsJSON: { ...make, user } }));
};

/** Before the common script, which counts a sent form as on its way. */
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const field = fieldOf(form);
    const submitter = event.submitter instanceof HTMLElement ? event.submitter : null;
    if (field === null || field.value !== '' || !wantsPasskey(field, submitter)) return;
    event.preventDefault();
    event.stopPropagation();
    void answer(form, field)
      // Refused or closed by the person: the server says what else there is.
      .catch(() => '{}')
      .then((text) => {
        field.value = text;
        form.requestSubmit(submitter);
      });
  },
  { capture: true },
);

/** The browser offers passkeys in the field for the e-mail address, without a click. */
const offerInField = async (): Promise<void> => {
  const input = document.querySelector('input[autocomplete~="webauthn"]');
  const field = document.querySelector<HTMLInputElement>('input[data-passkey="ask"]');
  const form = field?.form ?? null;
  if (input === null || field === null || form === null || !(await browserSupportsWebAuthnAutofill())) return;
  const optionsJSON = JSON.parse(field.dataset['options'] ?? '{}') as AskOptions;
  try {
    const found = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    field.value = JSON.stringify(found);
    form.requestSubmit();
  } catch {
    // Another way was chosen meanwhile.
  }
};

addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-passkey]')) field.value = '';
});
void offerInField();
