import type { Page, Route } from '@playwright/test';

/** Fails calls with this method. Others to the address pass. */
export const breaks = (page: Page, address: string, method: string, how: number | 'abort'): Promise<unknown> =>
  page.route(address, (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    return how === 'abort'
      ? route.abort()
      : route.fulfill({ status: how, contentType: 'application/json', body: '{"error":"No","code":"internal"}' });
  });
