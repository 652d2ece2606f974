import type { Page, Route } from '@playwright/test';

/** Lets calls of one method fail in different ways; what else goes to that address is let through. */
export const breaks = (page: Page, address: string, method: string, how: number | 'abort'): Promise<unknown> =>
  page.route(address, (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    return how === 'abort'
      ? route.abort()
      : route.fulfill({ status: how, contentType: 'application/json', body: '{"error":"No","code":"internal"}' });
  });
