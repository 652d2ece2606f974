import { pageParameter } from '@hearsay/contracts';
import { type Params, useParams } from 'react-router';

/** The router's parameters, without the marks that close a sentence around a pasted link. */
export const pageParams = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && pageParameter(value)]));

export const usePageParams = (): Params => pageParams(useParams());
