// The build inlines this script into the document. Its syntax suits browsers of 2016, so it can show a message where
// the app's own code fails.
(() => {
  const root = document.getElementById('root');
  const late = document.getElementById('start-late');
  const again = document.querySelector('#start-late button');
  if (!root || !late || !again) return;
  /** Hides the message once the app has replaced the document's first words. A crashed app leaves the root empty. */
  const look = () => {
    late.hidden = root.firstElementChild !== null && !document.querySelector('#root > .start');
  };
  again.addEventListener('click', () => location.reload());
  setTimeout(() => {
    look();
    new MutationObserver(look).observe(root, { childList: true });
  }, 15000);
})();
