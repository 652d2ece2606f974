// Stands in the document itself. Browsers of 2016 can read it, so it says what the app cannot say where its own code fails.
(() => {
  const root = document.getElementById('root');
  const late = document.getElementById('start-late');
  const again = document.querySelector('#start-late button');
  if (!root || !late || !again) return;
  /** The app takes the place of the document's first words; an app that failed altogether leaves nothing. */
  const look = () => {
    late.hidden = root.firstElementChild !== null && !document.querySelector('#root > .start');
  };
  again.addEventListener('click', () => location.reload());
  setTimeout(() => {
    look();
    new MutationObserver(look).observe(root, { childList: true });
  }, 15000);
})();
