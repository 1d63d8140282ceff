// What every page has: forms that answer in place, outcomes that appear by themselves, uploads with progress, copying,
// one click that counts once.
import { fetchPage, sendInPlace, swapIn } from './swap.ts';

const NARROW = '(max-width: 52rem)';

const closeMenuOnPhones = (): void => {
  if (matchMedia(NARROW).matches) document.querySelector('details.menu')?.removeAttribute('open');
};

/** A second click while the first is on its way does nothing. */
const busy = new WeakSet<HTMLFormElement>();

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
  if (busy.has(form)) return event.preventDefault();
  busy.add(form);
  const release = (): void => {
    busy.delete(form);
    form.removeAttribute('aria-busy');
  };
  form.setAttribute('aria-busy', 'true');
  const submitter = event.submitter instanceof HTMLElement ? event.submitter : null;
  const ids = form.dataset['swap']?.split(' ');
  if (ids !== undefined) {
    event.preventDefault();
    void sendInPlace(form, submitter, ids).finally(release);
  } else if (form.dataset['upload'] !== undefined) {
    event.preventDefault();
    upload(form, submitter, release);
  }
});

/** Back from the next page: its forms can be sent again; the server knows which were carried out. */
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) {
    busy.delete(form);
    form.removeAttribute('aria-busy');
  }
});

/** Not signed in any more, or under another session: the file that was chosen stays chosen. */
const KEPT = [401, 403, 413];

/** Signed in again in another tab: the form takes over the new tokens. */
const renewTokens = async (form: HTMLFormElement): Promise<boolean> => {
  const page = await fetchPage(location.href);
  const fresh = new DOMParser().parseFromString(page?.html ?? '', 'text/html');
  let renewed = false;
  for (const name of ['csrf', 'once']) {
    const old = form.elements.namedItem(name);
    const now = fresh.querySelector(`form[data-upload] [name="${name}"]`);
    if (!(old instanceof HTMLInputElement) || !(now instanceof HTMLInputElement)) return false;
    renewed ||= name === 'csrf' && old.value !== now.value;
    old.value = now.value;
  }
  return renewed;
};

const upload = (
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  release: () => void,
  again = false,
): void => {
  const progress = document.createElement('progress');
  form.append(progress);
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    progress.max = total;
    progress.value = loaded;
  });
  request.addEventListener('loadend', () => {
    progress.remove();
    if (KEPT.includes(request.status)) {
      const keep = (): void => {
        release();
        swapIn(request.responseText, []);
      };
      if (again || request.status === 413) return keep();
      void renewTokens(form).then((renewed) => (renewed ? upload(form, submitter, release, true) : keep()));
      return;
    }
    release();
    if (request.status === 0 || !request.responseText.includes('id="main"')) return form.submit();
    history.replaceState(null, '', request.responseURL);
    swapIn(request.responseText, ['main']);
    document.getElementById('main')?.focus();
  });
  request.send(new FormData(form, submitter));
};

/** A page whose outcome is still to come looks again until it is there. */
const lookAgain = (): void => {
  const main = document.getElementById('main');
  const seconds = Number(main?.dataset['again'] ?? 0);
  if (seconds <= 0) return;
  setTimeout(() => {
    if (document.hidden || document.getElementById('main') !== main) return lookAgain();
    void fetchPage(location.href).then((page) => {
      if (page === undefined || main === null) return lookAgain();
      const part = main.dataset['part'];
      // Only a part is replaced, so the page around it has to learn that the outcome is there.
      if (part !== undefined && !page.html.includes('data-again=')) main.removeAttribute('data-again');
      swapIn(page.html, [part ?? 'main']);
    });
  }, seconds * 1000);
};

const WATCH_MS = 2_000;

/** A part that comes from another page until what it waits for is there; the page around it stays as it is. */
const watch = async (): Promise<void> => {
  const part = document.querySelector('[data-watch]');
  if (part instanceof HTMLElement && part.closest('[data-again]') === null && !document.hidden) {
    const page = await fetchPage(part.dataset['watch'] ?? '');
    if (page !== undefined && part.isConnected) swapIn(page.html, [part.id]);
  }
  setTimeout(() => void watch(), WATCH_MS);
};

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (!(button instanceof HTMLElement)) return;
  const source = document.getElementById(button.dataset['copy'] ?? '');
  const text = source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '');
  void navigator.clipboard.writeText(text).then(() => {
    button.textContent = button.dataset['copied'] ?? button.textContent;
  });
});

document.addEventListener('swapped', lookAgain);
closeMenuOnPhones();
lookAgain();
void watch();
