// Runs before the first paint, as a file of its own because the content security policy allows no inline script.
(() => {
  const light = window.matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    let chosen = 'dark';
    try {
      chosen = localStorage.getItem('theme') ?? 'dark';
    } catch {
      // Storage can be forbidden; the default theme needs none.
    }
    const theme = chosen === 'light' || (chosen === 'system' && light.matches) ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#f6f2ea' : '#100f14');
  };
  apply();
  light.addEventListener('change', apply);
  window.addEventListener('storage', apply);
})();
