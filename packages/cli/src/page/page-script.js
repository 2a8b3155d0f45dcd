/**
 * What the page of a session can do beside being read: search, filters, folding, the theme. It makes no request, keeps
 * nothing but the theme, and builds no markup from texts: it shows and hides what is there.
 */
(() => {
  /** More matches are not counted: nobody goes through them one by one. */
  const MATCHES_MAX = 10_000;
  const SEARCH_DELAY_MS = 120;

  const timeline = element('timeline');
  const toolbar = element('toolbar');
  const search = /** @type {HTMLInputElement} */ (element('search'));
  const found = element('found');
  const items = [...timeline.querySelectorAll('.item')].filter((each) => each instanceof HTMLElement);
  const turns = [...timeline.querySelectorAll('.turn')].filter((each) => each instanceof HTMLElement);
  const filters = [...toolbar.querySelectorAll('button[data-topic]')].filter(
    (each) => each instanceof HTMLButtonElement,
  );

  /** @typedef {{ node: Text, start: number, end: number }} Match */
  /** @type {Match[]} */
  let matches = [];
  let current = -1;
  /** What is searched, once it has been asked for: each text of the timeline, and the same in small letters. */
  /** @type {{ item: HTMLElement, node: Text, small: string }[] | null} */
  let texts = null;

  toolbar.hidden = false;
  startTheme();
  startFilters();
  startSearch();
  startFolding();
  openTarget();
  addEventListener('hashchange', openTarget);

  /** @param {string} id */
  function element(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`The page has no ${id}.`);
    return found;
  }

  function startTheme() {
    const root = document.documentElement;
    const button = element('theme');
    const themes = ['auto', 'light', 'dark'];
    const show = (/** @type {string} */ theme) => {
      if (theme === 'auto') delete root.dataset.theme;
      else root.dataset.theme = theme;
      button.textContent = `Theme: ${theme}`;
    };
    let theme = themes.find((each) => each === remembered()) ?? 'auto';
    show(theme);
    button.addEventListener('click', () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
      show(theme);
      remember(theme);
    });
  }

  /** A page that was opened from a file may have no storage. */
  function remembered() {
    try {
      return localStorage.getItem('tagma-theme');
    } catch {
      return null;
    }
  }

  /** @param {string} theme */
  function remember(theme) {
    try {
      localStorage.setItem('tagma-theme', theme);
    } catch {
      // It holds for this view.
    }
  }

  function startFilters() {
    for (const button of filters) {
      const topic = button.dataset.topic ?? '';
      const count = items.filter((item) => topicsOf(item).includes(topic)).length;
      button.hidden = count === 0;
      const number = button.querySelector('span');
      if (number) number.textContent = String(count);
      button.addEventListener('click', () => {
        button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
        filter();
        find();
      });
    }
  }

  /** @param {HTMLElement} item */
  function topicsOf(item) {
    return (item.dataset.topics ?? '').split(' ');
  }

  /** Shows what is about one of the chosen topics, or everything where none is chosen. */
  function filter() {
    const chosen = filters.filter((each) => each.getAttribute('aria-pressed') === 'true');
    const topics = chosen.map(({ dataset }) => dataset.topic ?? '');
    for (const item of items) {
      item.hidden = topics.length > 0 && !topicsOf(item).some((topic) => topics.includes(topic));
    }
    for (const turn of turns) turn.hidden = topics.length > 0 && !turn.querySelector('.item:not([hidden])');
  }

  function startSearch() {
    let timer = 0;
    search.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(find, SEARCH_DELAY_MS);
    });
    search.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        go(event.shiftKey ? -1 : 1);
      }
      if (event.key === 'Escape') {
        search.value = '';
        find();
      }
    });
    element('next').addEventListener('click', () => go(1));
    element('previous').addEventListener('click', () => go(-1));
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      search.focus();
      search.select();
    });
  }

  function find() {
    const wanted = small(search.value.trim());
    matches = wanted === '' ? [] : matchesOf(wanted);
    current = -1;
    mark();
    tell(wanted);
  }

  /** @param {string} wanted */
  function matchesOf(wanted) {
    texts ??= textsOf();
    /** @type {Match[]} */
    const all = [];
    for (const { item, node, small } of texts) {
      if (item.hidden) continue;
      for (let at = small.indexOf(wanted); at !== -1; at = small.indexOf(wanted, at + wanted.length)) {
        all.push({ node, start: at, end: at + wanted.length });
        if (all.length === MATCHES_MAX) return all;
      }
    }
    return all;
  }

  /** What was said and done; the records as they stand in the file say the same again. */
  function textsOf() {
    const all = [];
    for (const item of items) {
      const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Text && !node.parentElement?.closest('.records')) {
          all.push({ item, node, small: small(node.data) });
        }
      }
    }
    return all;
  }

  /** In small letters, where that changes no place: a letter may become two. @param {string} text */
  function small(text) {
    const lower = text.toLowerCase();
    return lower.length === text.length ? lower : text;
  }

  /** @param {string} wanted */
  function tell(wanted) {
    const all = matches.length === MATCHES_MAX ? `${MATCHES_MAX}+` : String(matches.length);
    if (wanted === '') found.textContent = '';
    else if (matches.length === 0) found.textContent = 'no match';
    else found.textContent = current === -1 ? `${all} found` : `${current + 1} of ${all}`;
  }

  /** To the next match, or to the one before. @param {1 | -1} step */
  function go(step) {
    if (matches.length === 0) return;
    current = current === -1 && step === -1 ? matches.length - 1 : (current + step + matches.length) % matches.length;
    const match = matches[current];
    if (!match) return;
    open(match.node.parentElement);
    mark();
    tell(search.value);
    match.node.parentElement?.scrollIntoView({ block: 'center' });
    // A long text is in the middle by its own middle, and the match may be elsewhere.
    const { top } = rangeOf(match).getBoundingClientRect();
    if (top < 0 || top > innerHeight) scrollBy({ top: top - innerHeight / 2 });
  }

  /** Marks all matches; where the browser cannot, the current one is selected. */
  function mark() {
    const match = matches[current];
    if (typeof Highlight === 'function') {
      CSS.highlights.set('found', new Highlight(...matches.map(rangeOf)));
      CSS.highlights.set('found-now', new Highlight(...(match ? [rangeOf(match)] : [])));
    } else if (match) {
      const selection = getSelection();
      selection?.removeAllRanges();
      selection?.addRange(rangeOf(match));
    }
  }

  /** @param {Match} match */
  function rangeOf({ node, start, end }) {
    const range = new Range();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  }

  function startFolding() {
    const button = element('unfold');
    const folds = () => timeline.querySelectorAll('details.fold');
    const set = (/** @type {boolean} */ isOpen) => {
      for (const fold of folds()) fold.toggleAttribute('open', isOpen);
      button.setAttribute('aria-pressed', String(isOpen));
    };
    button.addEventListener('click', () => set(button.getAttribute('aria-pressed') !== 'true'));
    // On paper nothing can be unfolded.
    /** @type {Element[]} */
    let opened = [];
    addEventListener('beforeprint', () => {
      opened = [...document.querySelectorAll('details.fold:not([open])')];
      for (const fold of opened) fold.setAttribute('open', '');
    });
    addEventListener('afterprint', () => {
      for (const fold of opened) fold.removeAttribute('open');
    });
  }

  /** Who follows a link to a record or a call sees it, whatever is folded or filtered. */
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    const item = target?.closest('.item');
    if (!target || !item) return;
    if (item instanceof HTMLElement && item.hidden) {
      for (const button of filters) button.setAttribute('aria-pressed', 'false');
      filter();
    }
    open(target);
    target.scrollIntoView({ block: target === item ? 'start' : 'center' });
  }

  /** Opens all that an element is folded in. @param {Element | null} start */
  function open(start) {
    for (let at = start; at && at !== timeline; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
  }
})();
