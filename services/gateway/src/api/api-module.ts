import type { MediaStore } from '@hearsay/media-store';
import type { Logger } from '@hearsay/service-runtime';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { RoomsGateway } from '../live/rooms.gateway.js';
import { AuthController } from './auth.controller.js';
import { BoostsController, FollowsController, NoOpController, RepostsController } from './boosts.controller.js';
import { ClientErrorsController, gatewayLog } from './client-errors.controller.js';
import { MarksController } from './marks.controller.js';
import { ReportsController, WipesController } from './moderation.controller.js';
import { MutesController } from './mutes.controller.js';
import { NotificationsController } from './notifications.controller.js';
import { AccountExportController, OwnAccountController, OwnSessionsController } from './own-account.controller.js';
import { OwnProfileController } from './own-profile.controller.js';
import { PodcastFeedsController, publicUrlToken } from './podcast-feeds.controller.js';
import { mediaStoreToken, PodcastsController } from './podcasts.controller.js';
import { DiscussionsController, FeedController, QuestionsController } from './questions.controller.js';
import { ReceiptsController } from './receipts.controller.js';
import { SearchController } from './search.controller.js';
import { QuestionsOfPeopleController, UsersController, XpController } from './users.controller.js';
import { WordRulesController } from './word-rules.controller.js';

interface ApiDependencies {
  readonly services: readonly object[];
  readonly log: Logger;
  readonly mediaStore: MediaStore;
  readonly publicUrl: string | undefined;
  readonly hasNoOp: boolean;
}

@Module({})
class ApiModule {}

export const apiModule = ({ services, log, mediaStore, publicUrl, hasNoOp }: ApiDependencies): DynamicModule => ({
  module: ApiModule,
  controllers: [
    AuthController,
    OwnSessionsController,
    FeedController,
    SearchController,
    QuestionsController,
    QuestionsOfPeopleController,
    ReceiptsController,
    DiscussionsController,
    BoostsController,
    RepostsController,
    FollowsController,
    MutesController,
    MarksController,
    PodcastsController,
    PodcastFeedsController,
    XpController,
    UsersController,
    OwnProfileController,
    WordRulesController,
    OwnAccountController,
    AccountExportController,
    NotificationsController,
    ClientErrorsController,
    ReportsController,
    WipesController,
    ...(hasNoOp ? [NoOpController] : []),
  ],
  providers: [
    ...services.map((service) => ({ provide: service.constructor as Type, useValue: service })),
    RoomsGateway,
    { provide: gatewayLog, useValue: log },
    { provide: mediaStoreToken, useValue: mediaStore },
    { provide: publicUrlToken, useValue: publicUrl },
  ],
});
