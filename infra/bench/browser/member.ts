/** Somebody who is signed in, and what they do by the API. */
export interface Member {
  readonly id: string;
  /** `name=value` of their session. */
  readonly cookie: string;
  /** What the app would remember of them. */
  readonly remembered: string;
  /** @throws Error for every answer that is not OK */
  post<T>(path: string, body: object): Promise<T>;
}

/** Registers somebody at the gateway under `base`. */
export const registerMember = async (base: string, username: string): Promise<Member> => {
  const send = async (path: string, body: object, cookie = '') => {
    const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) };
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return { response, answer: JSON.parse(text) };
  };
  const { response, answer } = await send('/api/auth/register', { username, password: 'secret1', isCreator: false });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const remembered = JSON.stringify({
    id: answer.id,
    username,
    profileImage: null,
    isAmbassador: false,
    isCreator: false,
  });
  return { id: answer.id, cookie, remembered, post: async (path, body) => (await send(path, body, cookie)).answer };
};

export const ask = (member: Member, number: number): Promise<{ id: string }> =>
  member.post('/api/questions', {
    title: `What did you pretend to understand for the longest time, ${number}?`,
    description: 'Offside. I have nodded through four World Cups, and now my daughter asks me to explain it.',
    isAnonymous: false,
    targetUserId: null,
    replyBoostThreshold: number % 2 ? 10 : 0,
  });

export const wordsOf = (number: number): string => `I never understood that either, ${number}`;

export const answer = (
  member: Member,
  questionId: string,
  number: number,
  content = wordsOf(number),
): Promise<unknown> => member.post('/api/discussions', { content, questionId, isAnonymous: false });
