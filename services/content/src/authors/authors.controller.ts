import { contentRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { AuthorIds } from './authorship.js';

@Controller()
export class AuthorsController {
  constructor(private readonly ids: AuthorIds) {}

  @Handles(contentRpc.resolveAuthors)
  async resolveAuthors(wanted: RpcParsed<typeof contentRpc.resolveAuthors>) {
    return { authors: await this.ids.resolve(wanted) };
  }
}
