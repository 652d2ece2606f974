import type { QuestionDetail } from '@hearsay/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { AtAddress } from '../../../test/at-address.tsx';
import { ownUser, question, questionId } from '../../../test/sample-content.ts';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { PathParamsProvider } from '../../shared/navigation/navigation.tsx';
import { sessionQueries } from '../../shared/session/session.queries.ts';
import { QuestionPage } from './question-page.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('the page of a question', () => {
  it('tells the lists what it has read, and not what it had kept: they may know better', async () => {
    const reading = Promise.withResolvers<Response>();
    globalThis.fetch = jest.fn<typeof fetch>((path) =>
      String(path) === `/api/questions/${questionId}` ? reading.promise : Promise.resolve(Response.json({})),
    );
    const client = createQueryClient();
    client.setQueryData(sessionQueries.current().queryKey, ownUser);
    client.setQueryData(queryKeys.question.detail(questionId), question([], { title: 'As it was' }));
    const told: string[] = [];
    render(
      <QueryClientProvider client={client}>
        <AtAddress address={`/questions/${questionId}`}>
          <PathParamsProvider value={{ id: questionId }}>
            <QuestionPage onRead={({ title }: QuestionDetail) => told.push(title)} chatOf={() => null} />
          </PathParamsProvider>
        </AtAddress>
      </QueryClientProvider>,
    );
    expect(screen.getByText('As it was')).toBeInTheDocument();
    reading.resolve(Response.json(question([], { title: 'As it is' })));
    await waitFor(() => expect(told).toEqual(['As it is']));
  });
});
