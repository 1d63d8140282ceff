// The review by keyboard: lines follow each other in place, choices have numbers, and what is left of a split is counted
// while it is typed. The page does all of this without a script as well, one load at a time.
import { fetchPage, swapIn } from './swap.ts';

const REGION = 'review';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type));

const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** Only the last page that was asked for is shown. */
let asked = 0;

const show = async (href: string): Promise<void> => {
  asked += 1;
  const own = asked;
  const page = await fetchPage(href);
  if (own !== asked) return;
  if (page === undefined || !page.html.includes(`id="${REGION}"`)) location.assign(href);
  else swapIn(page.html, [REGION]);
};

const step = (by: 1 | -1): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#queue a')];
  const at = links.findIndex((link) => link.getAttribute('aria-current') === 'true');
  const next = links[at < 0 ? 0 : at + by];
  if (next !== undefined) void show(next.href);
};

const choose = (number: number): void => {
  const radio = document.querySelectorAll<HTMLInputElement>('#choices input[name="choice"]')[number - 1];
  if (radio === undefined) return;
  radio.checked = true;
  radio.scrollIntoView({ block: 'nearest' });
};

const press = (key: string): void =>
  document.querySelector<HTMLElement>(`#${REGION} [data-key="${key}"]`)?.click();

const openSplit = (): void => {
  const part = byId('splitting');
  if (!(part instanceof HTMLDetailsElement)) return;
  part.open = true;
  const first = part.querySelector<HTMLElement>('.part input:not([type="hidden"])');
  (
    first ??
    document.querySelector<HTMLElement>('#choices button[name="add"]') ??
    part.querySelector('summary')
  )?.focus();
};

const help = (): void => {
  const dialog = byId('keys');
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
};

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  n: () => press('n'),
  u: () => press('u'),
  s: openSplit,
  '/': () => byId('f-find-q')?.focus(),
  '?': help,
  Enter: () => press('Enter'),
};

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.isComposing ||
    document.querySelector('dialog[open]') !== null
  )
    return;
  if (typing(target)) {
    if (key === 'Escape' && target instanceof HTMLElement) target.blur();
    return;
  }
  // A link or button in focus does its own.
  if (key === 'Enter' && target instanceof Element && target.closest('a, button, summary') !== null) return;
  const act = KEYS[key] ?? (/^[1-9]$/.test(key) ? () => choose(Number(key)) : undefined);
  if (act === undefined) return;
  event.preventDefault();
  if (!event.repeat || key === 'j' || key === 'k') act();
});

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('[data-help]') != null) return help();
  const link = target?.closest<HTMLAnchorElement>('#queue a, .queue .tabs a');
  if (link == null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  void show(link.href);
});

/** Searching keeps what was typed into the split. */
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset['get'] !== REGION) return;
  event.preventDefault();
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && !name.startsWith('part.')) query.append(name, value);
  const split = byId('split');
  if (split instanceof HTMLFormElement)
    for (const [name, value] of new FormData(split))
      if (name.startsWith('part.') && typeof value === 'string') query.append(name, value);
  void show(`${location.pathname}?${query.toString()}`);
});

const TAGS: Readonly<Record<string, string>> = { en: 'en-GB', es: 'es-MX', de: 'de-DE' };
const lang = document.documentElement.lang;
const [group, point] = lang === 'de' ? ['.', ','] : [',', '.'];

/** In minor units; undefined for what is no amount in this language. The server reads it again, strictly. */
const minorOf = (typed: string, digits: number): number | undefined => {
  const [whole = '', fraction = '', ...more] = typed.replace(/[\s\u00a0\u202f]/g, '').split(point);
  const plain = whole.replaceAll(group, '');
  if (more.length > 0 || !/^\d{1,13}$/.test(plain) || !/^\d*$/.test(fraction) || fraction.length > digits)
    return undefined;
  return Number(plain + fraction.padEnd(digits, '0'));
};

const countRemaining = (): void => {
  const output = byId('remaining');
  const book = byId('split-book');
  if (output === null) return;
  const digits = Number(output.dataset['digits'] ?? 2);
  const unit = 10 ** digits;
  const parts = [...document.querySelectorAll<HTMLInputElement>('#split .part input:not([type="hidden"])')];
  const read = parts.map(({ value }) => minorOf(value, digits));
  const left = read.reduce<number>(
    (rest, part) => rest - (part ?? 0),
    Math.round(Number(output.dataset['total'] ?? 0) * unit),
  );
  const format = new Intl.NumberFormat(TAGS[lang], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  output.textContent = format.format(left / unit);
  if (book instanceof HTMLButtonElement)
    book.disabled = left !== 0 || read.some((part) => part === undefined || part === 0);
};

document.addEventListener('input', ({ target }) => {
  if (target instanceof Element && target.closest('#split') !== null) countRemaining();
});

/** Undoing is offered for a while; later it is on the page of the line. */
const passOffer = (): void => {
  const done = byId('done');
  if (done === null) return;
  setTimeout(
    () => {
      if (!done.contains(document.activeElement)) done.remove();
    },
    Number(done.dataset['seconds'] ?? 10) * 1000,
  );
};

const settle = (): void => {
  const region = byId(REGION);
  if (region === null) return;
  const href = region.dataset['href'];
  if (href !== undefined) history.replaceState(null, '', href);
  document.querySelector('#queue a[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  for (const button of document.querySelectorAll<HTMLElement>('[data-help]')) button.hidden = false;
  countRemaining();
  passOffer();
};

document.addEventListener('swapped', settle);
settle();
