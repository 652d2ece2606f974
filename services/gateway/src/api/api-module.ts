import type { MediaStore } from '@hearsay/media-store';
import type { Logger } from '@hearsay/service-runtime';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { RoomsGateway } from '../live/rooms.gateway.js';
import { AccountExportController } from './account-export.controller.js';
import { AuthController } from './auth.controller.js';
import { BoostsController } from './boosts.controller.js';
import { ClientErrorsController, gatewayLog } from './client-errors.controller.js';
import { DiscussionsController } from './discussions.controller.js';
import { FeedController } from './feed.controller.js';
import { FollowsController } from './follows.controller.js';
import { NoOpController } from './no-op.controller.js';
import { NotificationsController } from './notifications.controller.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnProfileController } from './own-profile.controller.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { mediaStoreToken, PodcastsController } from './podcasts.controller.js';
import { QuestionsController } from './questions.controller.js';
import { QuestionsOfPeopleController } from './questions-of-people.controller.js';
import { ReportsController } from './reports.controller.js';
import { RepostsController } from './reposts.controller.js';
import { UsersController } from './users.controller.js';
import { WipesController } from './wipes.controller.js';
import { XpController } from './xp.controller.js';

interface ApiDependencies {
  /** Given to controllers by their classes. */
  readonly services: readonly object[];
  readonly log: Logger;
  readonly mediaStore: MediaStore;
  readonly hasNoOp: boolean;
}

@Module({})
class ApiModule {}

/** The controllers of the API with what they need. */
export const apiModule = ({ services, log, mediaStore, hasNoOp }: ApiDependencies): DynamicModule => ({
  module: ApiModule,
  controllers: [
    AuthController,
    OwnSessionsController,
    FeedController,
    QuestionsController,
    QuestionsOfPeopleController,
    DiscussionsController,
    BoostsController,
    RepostsController,
    FollowsController,
    PodcastsController,
    XpController,
    UsersController,
    OwnProfileController,
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
  ],
});
