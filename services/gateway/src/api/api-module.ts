import type { MediaStore } from '@hearsay/media-store';
import { RpcClient } from '@hearsay/messaging';
import type { Logger } from '@hearsay/service-runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { BrowserOfAccount } from '../access/browser-of-account.js';
import { PasswordDoor } from '../access/password-door.js';
import { RateLimiter } from '../access/rate-limiter.js';
import { Sessions } from '../access/sessions.js';
import { RoomsGateway, RoomsPerSocket } from '../live/rooms.gateway.js';
import { Rooms } from '../live/rooms.js';
import { ForeignPictures } from '../media/foreign-pictures.js';
import { Pictures } from '../media/pictures.js';
import type { PictureProcess } from '../pictures/picture-process.js';
import { AccountExports } from '../read/account-exports.js';
import { Counters } from '../read/counters.js';
import { FeedPages } from '../read/feed-pages.js';
import { Inbox } from '../read/inbox.js';
import { ListedItems } from '../read/listed-items.js';
import { Reports, Wipes } from '../read/moderation.js';
import { People } from '../read/people.js';
import { Podcasts } from '../read/podcasts.js';
import { Follows, Preferences, Profiles, Progress } from '../read/profiles.js';
import { QuestionPages } from '../read/question-pages.js';
import { QuestionHeads, Questions, ReportedQuestions } from '../read/questions.js';
import { RoomPages } from '../read/room-pages.js';
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
import { OwnPassword } from './own-password.js';
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

/** What the controllers need. */
export interface ApiDependencies {
  readonly rpc: RpcClient;
  readonly sessions: Sessions;
  readonly limiter: RateLimiter;
  readonly passwordDoor: PasswordDoor;
  readonly browsers: BrowserOfAccount;
  readonly people: People;
  readonly counters: Counters;
  readonly heads: QuestionHeads;
  readonly rooms: Rooms;
  readonly roomsPerSocket: RoomsPerSocket;
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly mediaStore: MediaStore;
  readonly pictureProcess: PictureProcess;
  readonly hasNoOp: boolean;
}

@Module({})
class ApiModule {}

/** The controllers of the API with what they need. */
export const apiModule = ({
  rpc,
  sessions,
  limiter,
  passwordDoor,
  browsers,
  people,
  counters,
  heads,
  rooms,
  roomsPerSocket,
  inbox,
  log,
  mediaStore,
  pictureProcess,
  hasNoOp,
}: ApiDependencies): DynamicModule => ({
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
    { provide: gatewayLog, useValue: log },
    { provide: RpcClient, useValue: rpc },
    { provide: Sessions, useValue: sessions },
    { provide: RateLimiter, useValue: limiter },
    { provide: PasswordDoor, useValue: passwordDoor },
    { provide: BrowserOfAccount, useValue: browsers },
    { provide: People, useValue: people },
    { provide: OwnPassword, useValue: new OwnPassword(passwordDoor, browsers, people) },
    { provide: Counters, useValue: counters },
    { provide: Rooms, useValue: rooms },
    { provide: RoomsPerSocket, useValue: roomsPerSocket },
    RoomsGateway,
    { provide: ListedItems, useValue: new ListedItems(rpc, people, counters) },
    { provide: FeedPages, inject: [ListedItems], useFactory: (listed: ListedItems) => new FeedPages(rpc, listed) },
    { provide: QuestionPages, useValue: new QuestionPages(rpc, people, counters, heads) },
    { provide: RoomPages, useValue: new RoomPages(rpc, people, counters, heads) },
    { provide: Inbox, useValue: inbox },
    { provide: mediaStoreToken, useValue: mediaStore },
    { provide: Pictures, useValue: new Pictures(rpc, mediaStore, pictureProcess, new ForeignPictures()) },
    { provide: Podcasts, useValue: new Podcasts(rpc, people, counters) },
    { provide: Questions, useValue: new Questions(rpc, people, counters) },
    { provide: Wipes, useValue: new Wipes(rpc, people) },
    { provide: Reports, useValue: new Reports(rpc, people) },
    { provide: ReportedQuestions, useValue: new ReportedQuestions(rpc) },
    { provide: Progress, useValue: new Progress(rpc) },
    { provide: Follows, useValue: new Follows(rpc) },
    { provide: Preferences, useValue: new Preferences(rpc) },
    {
      provide: Profiles,
      inject: [ListedItems],
      useFactory: (listed: ListedItems) =>
        new Profiles(rpc, people, new Progress(rpc), new Preferences(rpc), new Follows(rpc), listed),
    },
    {
      provide: AccountExports,
      inject: [Profiles, Questions, Podcasts],
      useFactory: (profiles: Profiles, questions: Questions, podcasts: Podcasts) =>
        new AccountExports(rpc, profiles, questions, podcasts, people, inbox),
    },
  ],
});
