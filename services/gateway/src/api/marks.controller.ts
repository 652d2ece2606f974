import { Bookmarked, Bookmarks, BookmarksQuery, ContentType, contentRpc, MarkBody, Watching } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { ApiRequest, WithBody, WithQuery } from '../http/call.js';
import { ApiController, ApiGet, ApiPut } from '../http/route.js';
import { ListedItems } from '../read/listed-items.js';

const markCall = { body: MarkBody, limit: 'boosts' } as const;

/** Watches and bookmarks. No other person sees them, and no count includes them. */
@ApiController('api', 'Marks')
export class MarksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly listed: ListedItems,
  ) {}

  @ApiPut('questions/:id/watch', {
    ...markCall,
    summary: 'Watch a question: one notice when everyone can hear it',
    answer: Watching,
  })
  async watch({ call, params: { id: questionId } }: WithBody<typeof MarkBody>): Promise<Watching> {
    const { on } = call.body;
    await this.rpc.call(contentRpc.setWatch, { questionId, on }, call.context);
    return { isWatching: on };
  }

  @ApiPut('bookmarks/:contentType/:id', {
    ...markCall,
    summary: 'Bookmark a question, a reply or an episode',
    words: { contentType: ContentType.options },
    answer: Bookmarked,
  })
  async bookmark({ call, params }: ApiRequest<MarkBody>): Promise<Bookmarked> {
    const { contentType, id: contentId } = params;
    const { on } = call.body;
    await this.rpc.call(contentRpc.setBookmark, { contentType, contentId, on }, call.context);
    return { isBookmarked: on };
  }

  @ApiGet('bookmarks', {
    summary: 'The own bookmarks, newest first; `next` of a page asks for the one after it',
    query: BookmarksQuery,
    answer: Bookmarks,
    needsSession: true,
  })
  async bookmarks({ call }: WithQuery<typeof BookmarksQuery>): Promise<Bookmarks> {
    const [at = '', id = ''] = call.query.after?.split('_') ?? [];
    const after = call.query.after === undefined ? null : { at, id };
    const { items, next } = await this.rpc.call(contentRpc.bookmarks, { after }, call.context);
    return { items: await this.listed.items(items, call.context), next: next && `${next.at}_${next.id}` };
  }
}
