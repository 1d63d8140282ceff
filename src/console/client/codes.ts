// Shows the codes that are found below the field they are for; a click takes one.
import { fetchPage } from './swap.ts';

const fieldOf = (name: string | undefined): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`input[name="${name ?? ''}"]`);

const search = async (link: HTMLAnchorElement): Promise<void> => {
  const field = fieldOf(link.dataset['find']);
  const place = document.getElementById(`found-${link.dataset['find'] ?? ''}`);
  const typed = field?.value.trim() ?? '';
  const isProduct = link.dataset['find']?.startsWith('code_') === true;
  const query = typed === '' && isProduct ? (fieldOf(link.dataset['text'])?.value ?? '') : typed;
  const address = new URL(link.href);
  address.searchParams.set('query', query);
  const page = await fetchPage(address.href);
  const found = new DOMParser().parseFromString(page?.html ?? '', 'text/html').getElementById('codes');
  if (found === null) location.assign(address);
  // A slower answer to what was typed before does not replace this one.
  else if (field === null || field.value.trim() === typed) {
    found.removeAttribute('id');
    place?.replaceChildren(document.adoptNode(found));
  }
};

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.dataset['find'] !== undefined) {
    event.preventDefault();
    void search(link);
    return;
  }
  const place = link?.closest('[id^="found-"]');
  const field = fieldOf(place?.id.slice('found-'.length));
  const code = link?.dataset['code'];
  if (place === null || place === undefined || field === null || code === undefined) return;
  event.preventDefault();
  field.value = code;
  place.replaceChildren();
  field.focus();
});

const PAUSE_MS = 250;
let waiting: ReturnType<typeof setTimeout> | undefined;

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const link = document.querySelector<HTMLAnchorElement>(`a[data-find="${target.name}"]`);
  clearTimeout(waiting);
  if (link !== null && target.value.trim().length > 1)
    waiting = setTimeout(() => void search(link), PAUSE_MS);
});
