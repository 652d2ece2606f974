import {
  type EventData,
  type EventDefinition,
  Followed,
  LevelChanged,
  type Owner,
  QuestionApproved,
  QuestionAsked,
  ReportFiled,
  ReportResolved,
  Reposted,
  RoleGranted,
  WipeStarted,
  WipeUndone,
} from '@hearsay/contracts';
import type { Reactor, StoredEvent } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import { followActKey, repostActKey } from '../overlays/overlays.projector.js';
import { type NotifyAct, type NotifyLevel, notifyAct, notifyLevel } from './notify-once.decider.js';

type Act = Pick<NotifyAct, 'claim' | 'kind'> &
  Partial<Pick<NotifyAct, 'actorId' | 'contentType' | 'contentId' | 'questionId' | 'actId'>>;

const named = (accountId: string) => ({ accountId, sealed: null });

type Content = Pick<EventData<typeof Reposted>, 'contentType' | 'contentId' | 'questionId'>;

const about = ({ contentType, contentId, questionId }: Content) => {
  return { contentType, contentId, questionId: contentType === 'discussion' ? questionId : null };
};

/** A report of a person has no content, so its notice links to the list of reports. */
const aboutReported = ({ contentType, ...ids }: EventData<typeof ReportFiled | typeof ReportResolved>) =>
  contentType === 'user' ? {} : about({ contentType, contentId: ids.contentId, questionId: ids.questionId });

const noContent = { actorId: null, contentType: null, contentId: null, questionId: null, actId: null } as const;

/** None for an act on named content of the actor. On anonymous content, a missing command would reveal its author. */
const actNotice = async (keys: InboxKeys, to: Owner, cause: StoredEvent, act: Act) => {
  if (to.accountId !== null && to.accountId === act.actorId) return [];
  const recipient = (await keys.peopleOf([to])).recipientOf(to);
  if (!recipient) return [];
  const notificationId = uuidv7(Date.parse(cause.meta.occurredAt));
  const isOwn = recipient.personId === act.actorId;
  const input: NotifyAct = { ...noContent, ...act, notificationId, recipient, isOwn };
  return [{ definition: notifyAct, input }];
};

/** Makes one notification of each repost or follow, even if the act is undone and repeated. */
export const actsReactor = (keys: InboxKeys): Reactor<typeof Reposted | typeof Followed> => ({
  kind: 'reactor',
  name: 'acts',
  source: 'engagement',
  events: [Reposted, Followed],
  commands(event) {
    if (event.type === Followed.type) {
      const { followerId, followedId } = event.data;
      const claim = followActKey(followerId, followedId);
      return actNotice(keys, named(followedId), event, { claim, kind: 'follow', actorId: followerId });
    }
    const { repostId, reposterId: actorId, owner } = event.data;
    const act = { claim: repostActKey(repostId), kind: 'repost', actorId, actId: repostId } as const;
    return actNotice(keys, owner, event, { ...act, ...about(event.data) });
  },
});

/** Notifies the target of a question unless a word rule holds it, and the asker of the approval. */
export const asksReactor = (keys: InboxKeys): Reactor<typeof QuestionAsked | typeof QuestionApproved> => ({
  kind: 'reactor',
  name: 'asks',
  source: 'content',
  events: [QuestionAsked, QuestionApproved],
  commands(event) {
    const { questionId, owner, targetId } = event.data;
    if (targetId === null || (event.type === QuestionAsked.type && event.data.isHeld)) return [];
    const [to, kind, actorId] =
      event.type === QuestionAsked.type
        ? ([named(targetId), 'asked', owner.accountId] as const)
        : ([owner, 'approved', targetId] as const);
    const replyId = event.type === QuestionApproved.type ? event.data.replyId : undefined;
    const content = replyId
      ? ({ contentType: 'discussion', contentId: replyId, questionId } as const)
      : ({ contentType: 'question', contentId: questionId } as const);
    return actNotice(keys, to, event, { claim: `${kind}:${questionId}`, kind, actorId, ...content });
  },
});

export const levelsReactor = (keys: InboxKeys): Reactor<typeof LevelChanged> => ({
  kind: 'reactor',
  name: 'levels',
  source: 'gamification',
  events: [LevelChanged],
  async commands({ data, meta }) {
    const { accountId, level, previousLevel } = data;
    const owner = named(accountId);
    const recipient = (await keys.peopleOf([owner])).recipientOf(owner);
    if (level <= previousLevel || !recipient) return [];
    const notificationId = uuidv7(Date.parse(meta.occurredAt));
    const input: NotifyLevel = { claim: `level-up:${accountId}:${level}`, notificationId, recipient, level };
    return [{ definition: notifyLevel, input }];
  },
});

/** Each grant makes a notice. Reads hide the notices of a revoked role. */
export const rolesReactor = (keys: InboxKeys): Reactor<typeof RoleGranted> => ({
  kind: 'reactor',
  name: 'roles',
  source: 'identity',
  events: [RoleGranted],
  commands(event) {
    const { accountId, role } = event.data;
    if (role !== 'ambassador') return [];
    return actNotice(keys, named(accountId), event, { claim: `role:${event.eventId}`, kind: 'role' });
  },
});

type ModerationDefinition = typeof ReportFiled | typeof ReportResolved | typeof WipeStarted | typeof WipeUndone;
/** No notification names the acting ambassador. */
export const moderationReactor = (
  keys: InboxKeys,
  ambassadors: () => Promise<string[]>,
): Reactor<ModerationDefinition> => {
  const tell = (accountId: string, cause: StoredEvent<EventDefinition>, act: Parameters<typeof actNotice>[3]) =>
    actNotice(keys, named(accountId), cause, act);

  return {
    kind: 'reactor',
    name: 'moderation',
    source: 'moderation',
    events: [ReportFiled, ReportResolved, WipeStarted, WipeUndone],
    async commands(event) {
      switch (event.type) {
        case ReportFiled.type: {
          const { reportId, reporterId, owner } = event.data;
          // Names no reporter of anonymous content, because each ambassador who gets the notice may be its author.
          const actorId = owner.accountId === null ? null : reporterId;
          const act = { kind: 'report', actorId, actId: reportId, ...aboutReported(event.data) } as const;
          const told = (await ambassadors())
            .filter((accountId) => accountId !== reporterId && accountId !== owner.accountId)
            .map((accountId) => tell(accountId, event, { ...act, claim: `report:${reportId}:${accountId}` }));
          return (await Promise.all(told)).flat();
        }
        case ReportResolved.type: {
          const { reportId, reporterId, reviewerId } = event.data;
          if (reporterId === reviewerId) return [];
          const act = { claim: `report-resolved:${reportId}`, kind: 'report-resolved' } as const;
          return tell(reporterId, event, { ...act, ...aboutReported(event.data) });
        }
        case WipeStarted.type:
          if (event.data.isEmpty) return [];
          return tell(event.data.subjectId, event, { claim: `wipe:${event.data.wipeId}`, kind: 'wipe' });
        case WipeUndone.type:
          if (event.data.isEmpty) return [];
          return tell(event.data.subjectId, event, { claim: `wipe-undone:${event.data.wipeId}`, kind: 'wipe-undone' });
      }
    },
  };
};
