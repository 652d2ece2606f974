// The build inlines this script into the page of one question that other sites frame. The content security policy
// allows it by its hash. The script follows the question's room as a visitor. After a reveal, an edit or a removal it
// reloads the page.
(() => {
  const FIRST_RETRY_MS = 1000;
  const LONGEST_RETRY_MS = 60_000;
  /** A reveal reaches all open frames at once. Each waits a random part of this time, so that their reloads spread. */
  const RELOAD_WITHIN_MS = 2000;

  /** @type {HTMLElement | null} */
  const card = document.querySelector('[data-question]');
  const questionId = card?.dataset.question;
  if (!card || !questionId) return;

  /** @param {number} count */
  const figures = (count) => count.toLocaleString('en');

  /**
   * @param {string} name
   * @param {number} count
   */
  const showCount = (name, count) => {
    for (const part of card.querySelectorAll(`[data-count="${name}"]`)) {
      const [one, many] = (part.getAttribute('data-words') ?? '').split('|');
      part.textContent = `${figures(count)} ${count === 1 ? one : many}`;
    }
  };

  const meter = card.querySelector('[role="progressbar"]');
  const threshold = Number(meter?.getAttribute('aria-valuemax'));

  /** @param {number} boosts */
  const showBoosts = (boosts) => {
    showCount('boosts', boosts);
    if (!meter) return;
    // Only the entry of the reveal opens the lock, so the meter is never full before.
    const shown = Math.min(boosts, threshold - 1);
    const bars = [...meter.querySelectorAll('rect')];
    const lit = Math.min(bars.length - 1, Math.ceil((shown * bars.length) / threshold));
    for (const [at, bar] of bars.entries()) bar.toggleAttribute('data-lit', at < lit);
    showCount('need', threshold - shown);
    const need = card.querySelector('[data-count="need"]')?.textContent;
    const of = card.querySelector('[data-of]');
    if (of) of.textContent = `${figures(shown)} / ${figures(threshold)}`;
    meter.setAttribute('aria-valuenow', String(shown));
    meter.setAttribute('aria-valuetext', `${figures(shown)} of ${figures(threshold)}, ${need}`);
  };
  showBoosts(Number(card.dataset.boosts));

  let isReloading = false;
  const reload = () => {
    if (isReloading) return;
    isReloading = true;
    setTimeout(() => location.reload(), Math.random() * RELOAD_WITHIN_MS);
  };

  let revision = -1;
  let lastNumber = Number(card.dataset.number);
  let failures = 0;

  const connect = () => {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket.onopen = () => {
      failures = 0;
      socket.send(JSON.stringify({ type: 'join', data: { questionId, after: lastNumber } }));
    };
    socket.onmessage = ({ data: text }) => {
      const { type, data } = JSON.parse(String(text));
      if (data.questionId !== questionId) return;
      if ((type === 'joined' || type === 'counts') && data.revision > revision) {
        revision = data.revision;
        showBoosts(data.boostCount);
      }
      if (type === 'joined' || type === 'room') showCount('replies', data.discussionCount);
      if (type === 'room') {
        lastNumber = data.to;
        if (data.entries.some(isNewPage)) reload();
      }
      if (type === 'resync' || (type === 'error' && data.code === 'not_found')) reload();
    };
    socket.onclose = () => {
      const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++);
      setTimeout(connect, pause * (0.5 + Math.random() / 2));
    };
  };

  /** @param {{ readonly entry: string }} entry */
  const isNewPage = ({ entry }) => ['revealed', 'edited', 'threshold'].includes(entry);

  connect();
})();
