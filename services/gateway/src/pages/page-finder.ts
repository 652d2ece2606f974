import {
  type Person,
  type Podcast,
  pageParameter,
  type Question,
  Refusal,
  type WebPagePath,
  webPagePaths,
} from '@hearsay/contracts';
import { type RateLimiter, takeReadPermit } from '../access/rate-limiter.js';
import { headOfPerson, headOfPodcast, headOfQuestion, headOfReply, type PageHead } from '../present/page-head.js';
import type { People } from '../read/people.js';
import type { Podcasts } from '../read/podcasts.js';
import type { Profiles } from '../read/profiles.js';
import type { QuestionPages } from '../read/question-pages.js';
import type { Questions } from '../read/questions.js';
import { visitorContext } from '../read/read-context.js';

/** `head` is null if the page keeps the app's own title and meta. */
export interface FoundPage {
  readonly isThere: boolean;
  readonly head: PageHead | null;
  /** The canonical path, or null if the app's own document is sent unchanged. */
  readonly path: string | null;
}

const plain: FoundPage = { isThere: true, head: null, path: null };
const missing: FoundPage = { isThere: false, head: null, path: null };
const shown = (head: PageHead): FoundPage => ({ isThere: true, head, path: head.path });

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
export interface PageSources {
  readonly questionPages: QuestionPages;
  readonly questions: Questions;
  readonly profiles: Profiles;
  readonly podcasts: Podcasts;
  readonly people: People;
  readonly limiter: RateLimiter;
  /** If the content cannot be read within this time, the page is sent with the app's own title and meta. */
  readonly waitMs: number;
}

const rules = webPagePaths.map((path) => ({ path, segments: path.split('/') }));

/** The app's page at this path, or null. The start page has an empty path. */
export const findAppPage = (
  path: string,
): { readonly path: WebPagePath | ''; readonly parameter: string | undefined } | null => {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length === 0) return { path: '', parameter: undefined };
  // The app matches paths case-insensitively.
  const rule = rules.find(
    (one) =>
      one.segments.length === segments.length &&
      one.segments.every((part, at) => part.startsWith(':') || part === segments[at]?.toLowerCase()),
  );
  if (!rule) return null;
  const parameter = segments[rule.segments.findIndex((part) => part.startsWith(':'))];
  if (rule.path === ':handle' && !/^@./.test(parameter ?? '')) return null;
  return { path: rule.path, parameter: parameter && pageParameter(parameter) };
};

/** Finds pages as a visitor sees them. If services are away or a limit is reached, the page has the app's own title. */
export class PageFinder {
  constructor(private readonly sources: PageSources) {}

  /** Never rejects. Sends the app's own document if services are away, limited or slow. */
  async findPage(path: string, address: string): Promise<FoundPage> {
    const found = findAppPage(path);
    if (!found) return missing;
    const { path: page, parameter } = found;
    if (page === '' || page === 'reset/:token' || page === 'receipt') return plain;
    if (parameter === undefined) return { isThere: true, head: null, path: `/${page}` };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<FoundPage>((resolve) => {
      timer = setTimeout(() => resolve(plain), this.sources.waitMs);
    });
    const looking = this.#findContentPage(page, parameter, address).catch((error: unknown) =>
      error instanceof Refusal && error.code === 'not_found' ? missing : plain,
    );
    return Promise.race([looking, late]).finally(() => clearTimeout(timer));
  }

  async question(id: string): Promise<Question> {
    if (!uuid.test(id)) throw new Refusal('not_found');
    const { text } = await this.sources.questionPages.visitorsPage(id.toLowerCase());
    return JSON.parse(text) as Question;
  }

  /** @throws Refusal `not_found`, also for hidden accounts */
  async person(id: string): Promise<Person> {
    const person = uuid.test(id) ? await this.sources.people.person(id.toLowerCase(), visitorContext()) : null;
    if (!person) throw new Refusal('not_found');
    return person;
  }

  /** @throws Refusal `not_found`, also for removed episodes and hidden authors */
  async podcast(id: string): Promise<Podcast> {
    if (!uuid.test(id)) throw new Refusal('not_found');
    return this.sources.podcasts.podcast(id.toLowerCase(), visitorContext());
  }

  async #findContentPage(path: WebPagePath, parameter: string, address: string): Promise<FoundPage> {
    await takeReadPermit(this.sources.limiter, 'reads', { accountId: null, address });
    const { questions, podcasts } = this.sources;
    const context = visitorContext();
    if (path === ':handle') return this.#person(parameter.slice(1));
    if (path === 'profile/:user') return this.#person(parameter);
    if (!uuid.test(parameter)) return missing;
    const id = parameter.toLowerCase();
    if (path === 'questions/:id' || path === 'question/:id') return shown(headOfQuestion(await this.question(id)));
    if (path === 'podcasts/:id' || path === 'podcast/:id')
      return shown(headOfPodcast(await podcasts.podcast(id, context)));
    if (path === 'reply/:id') return shown(await this.#reply(id));
    const { contentType, questionId } = await questions.locate(id, context);
    if (contentType === 'podcast') return shown(headOfPodcast(await podcasts.podcast(id, context)));
    return shown(
      contentType === 'discussion' ? await this.#reply(id) : headOfQuestion(await this.question(questionId ?? id)),
    );
  }

  /** @throws Refusal `not_found`, also if visitors may not see the reply's question */
  async #reply(id: string): Promise<PageHead> {
    const reply = await this.sources.questions.reply(id, visitorContext());
    return headOfReply(reply, await this.question(reply.questionId));
  }

  async #person(name: string): Promise<FoundPage> {
    const { profiles } = this.sources;
    const user = uuid.test(name)
      ? (await profiles.profile(name.toLowerCase(), null, visitorContext())).user
      : await profiles.userNamed(name, visitorContext());
    return shown(headOfPerson(user));
  }
}
