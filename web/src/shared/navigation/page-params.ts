import { pageParameter } from '@hearsay/contracts';
import { type Params, useParams } from 'react-router';

/** Drops the punctuation that may follow a pasted link. */
export const cleanPageParams = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && pageParameter(value)]));

export const usePageParams = (): Params => cleanPageParams(useParams());
