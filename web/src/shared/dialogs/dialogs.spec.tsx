import type { UserListItem } from '@hearsay/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expectToast, fakeApiPerTest, refusal, showPage, write } from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleMessage, sampleQuestion } from '../../../test/sample-content.ts';
import { receiptFor } from '../receipts/receipts.ts';
import { sessionQueries } from '../session/session.ts';
import { toastStore } from '../toast/toast.ts';
import { type Dialog, openDialog } from '../ui/dialog-store.ts';

const item = { contentType: 'question', contentId: questionId } as const;
const api = fakeApiPerTest(() => refusal(400));

function show(dialog: Dialog, viewer: typeof ownUser | null = ownUser) {
  const client = showPage(null, { viewer });
  act(() => openDialog(dialog));
  return client;
}

const person = (number: number, username: string): UserListItem => ({
  id: sampleId(number),
  username,
  isCreator: number === 1,
  profileImage: null,
  createdAt: null,
  isProtected: null,
});

it.each([
  ['nobody', null],
  ['somebody else', { ...ownUser, id: sampleId(77), username: 'lou' }],
])('a dialog closes when the user changes: %s is signed in then', async (_who, next) => {
  const client = show({ kind: 'ask', target: null });
  const words = await screen.findByLabelText('Your question');
  fireEvent.change(words, { target: { value: 'What I never' } });
  act(() => void client.setQueryData(sessionQueries.current().queryKey, next));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a repost needs no words, and limits their length', async () => {
  show({ kind: 'repost', item });
  const words = await screen.findByLabelText('Your words to it');
  fireEvent.change(words, { target: { value: 'x'.repeat(501) } });
  fireEvent.click(screen.getByRole('button', { name: 'Repost' }));
  expect(await screen.findByText('At most 500 characters')).toBeInTheDocument();
  expect(api.sent()).toEqual([]);
  fireEvent.change(words, { target: { value: '' } });
  api.answer = () => Response.json({ repostId: sampleId(1), hasReposted: true, repostCount: 1 }, { status: 201 });
  fireEvent.click(screen.getByRole('button', { name: 'Repost' }));
  await expectToast({ title: 'Reposted!' });
  expect(api.sent()).toEqual([
    {
      call: `POST /api/questions/${questionId}/repost`,
      body: { userId: ownUser.id, repostText: null, mediaUrl: null, mediaType: 'text' },
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['question', 'Failed to repost question'],
  ['discussion', 'Failed to repost reply'],
  ['podcast', 'Failed to repost podcast'],
] as const)('a failed repost of a %s shows a message and keeps its dialog open', async (contentType, description) => {
  show({ kind: 'repost', item: { ...item, contentType } });
  fireEvent.click(await screen.findByRole('button', { name: 'Repost' }));
  await expectToast({ title: 'Repost failed', description });
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

describe('approving with a reply', () => {
  it.each([
    ['', '1'],
    ['0', '1'],
    ['7', '7'],
    ['5000001', '5000000'],
    ['1.5', '1.5'],
  ])('the threshold %p becomes %s when the field is left', async (written, clamped) => {
    show({ kind: 'approve', question: sampleQuestion([]) });
    const threshold = await screen.findByLabelText('Boosts until everyone hears it');
    fireEvent.change(threshold, { target: { value: written } });
    fireEvent.blur(threshold);
    expect(threshold).toHaveValue(clamped);
  });

  it('an approval with a reply offers usual thresholds, and links to the question', async () => {
    show({ kind: 'approve', question: sampleQuestion([]) });
    fireEvent.change(await screen.findByLabelText('Your reply'), { target: { value: 'Yes.' } });
    expect(screen.getByRole('radio', { name: '1' })).toBeChecked();
    expect(screen.queryByText('1 to 5,000,000')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: '25' }));
    expect(screen.getByLabelText('Boosts until everyone hears it')).toHaveValue('25');
    api.answer = () => Response.json(sampleMessage(1), { status: 201 });
    fireEvent.click(screen.getByRole('button', { name: 'Approve and reply' }));
    await expectToast({ title: 'Question approved with reply' });
    const to = `/questions/${questionId}`;
    expect(toastStore.shown()?.acts).toMatchObject([{ label: 'See it', to }, { label: 'Share' }]);
    expect(api.sent()[0]?.body).toMatchObject({ content: 'Yes.', boostThreshold: 25 });
  });

  it('an approval with a reply needs the reply', async () => {
    show({ kind: 'approve', question: sampleQuestion([]) });
    fireEvent.change(await screen.findByLabelText('Your reply'), { target: { value: '  ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Approve and reply' }));
    await expectToast({ title: 'Reply required', description: 'You must write a reply to approve this question.' });
    expect(api.sent()).toEqual([]);
  });
});

it('an anonymous ask needs a question and a target who takes it, also for visitors', async () => {
  api.answer = ({ call }) =>
    call.includes('/api/users') ? Response.json([person(1, 'nadia'), person(2, 'lou')]) : refusal(400);
  show({ kind: 'ask', target: null }, null);
  const words = await screen.findByLabelText('Your question');
  const submit = screen.getByRole('button', { name: 'Ask anonymously' });
  expect(submit).toBeDisabled();
  expect(screen.getByText('Please enter a question before submitting.')).toBeInTheDocument();
  fireEvent.change(words, { target: { value: 'Why?' } });
  expect(screen.getByText('Please select a creator to ask your question to.')).toBeInTheDocument();
  fireEvent.change(screen.getByRole('combobox', { name: 'Find someone' }), { target: { value: 'LO' } });
  expect(await screen.findByRole('option', { name: /lou/ })).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: /nadia/ })).toBeNull();
  fireEvent.click(screen.getByRole('option', { name: /lou/ }));
  fireEvent.click(submit);
  await expectToast({ title: 'Error', description: 'Failed to submit question. Please try again.' });
  expect(api.sent()).toEqual([
    {
      call: 'POST /api/questions',
      body: { title: 'Why?', targetUserId: sampleId(2), isAnonymous: true, allowAnonymousAnswers: false },
    },
  ]);
  expect(words).toHaveValue('Why?');
});

it('a sent ask closes the dialog and keeps the receipt for the target’s profile', async () => {
  const receipt = 'r'.repeat(22);
  api.answer = () => Response.json({ ...sampleQuestion([]), receipt }, { status: 201 });
  show({ kind: 'ask', target: { id: sampleId(2), username: 'lou' } }, null);
  const line = await screen.findByRole('combobox', { name: 'Whom do you ask?' });
  expect(line).toHaveTextContent('To lou·Change');
  write('Your question', 'Why?');
  fireEvent.click(screen.getByRole('button', { name: 'Ask anonymously' }));
  await expectToast({ title: 'Question sent!', description: 'It waits for their approval.' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(receiptFor(sampleId(2))).toBe(receipt);
  expect(receiptFor(sampleId(3))).toBeNull();
});

describe('the person to ask', () => {
  it('a chosen person is one line, which opens a list for arrow keys and Enter', async () => {
    api.answer = () => Response.json([person(2, 'lou'), person(3, 'nadia')]);
    show({ kind: 'ask', target: { id: sampleId(3), username: 'nadia' } }, null);
    expect(screen.queryByRole('listbox')).toBeNull();
    fireEvent.click(await screen.findByRole('combobox', { name: 'Whom do you ask?' }));
    expect(await screen.findByRole('option', { name: /nadia/, selected: true })).toBeInTheDocument();
    const find = screen.getByRole('combobox', { name: 'Find someone' });
    expect(find).toHaveFocus();
    for (const key of ['ArrowDown', 'ArrowDown']) fireEvent.keyDown(find, { key });
    expect(find).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /lou/ }).id);
    fireEvent.keyDown(find, { key: 'Enter' });
    const line = screen.getByRole('combobox', { name: 'Whom do you ask?' });
    expect(line).toHaveTextContent('To lou');
    expect(line).toHaveFocus();
  });

  const ask = (people: () => Response) => {
    api.answer = people;
    return show({ kind: 'ask', target: null }, null);
  };
  const nobody = 'Nobody takes questions right now.';

  it('a failed read of the people can be repeated', async () => {
    ask(() => refusal(400));
    expect(await screen.findByText('Failed to fetch users')).toBeInTheDocument();
    api.answer = () => Response.json([]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(nobody)).toBeInTheDocument();
  });

  it('an offline user is told that the people wait for the network', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    ask(() => Response.error());
    expect(await screen.findByText('You are offline. This loads as soon as you are back.')).toBeInTheDocument();
    expect(screen.queryByText('Loading')).toBeNull();
    jest.restoreAllMocks();
    api.answer = () => Response.json([]);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(nobody)).toBeInTheDocument();
  });

  it('a person is found by name in any case or letter width, with or without @', async () => {
    ask(() => Response.json([person(2, 'lou'), person(3, 'nadia')]));
    const lou = await screen.findByRole('option', { name: /lou/ });
    for (const [sought, found] of [
      ...['lou', '@lou', ' @LOU', '＠lou', 'ｌｏｕ'].map((name) => [name, [lou]] as const),
      ['tomas', []] as const,
    ]) {
      fireEvent.change(screen.getByRole('combobox', { name: 'Find someone' }), { target: { value: sought } });
      expect(screen.queryAllByRole('option')).toEqual(found);
    }
    expect(screen.getByText('Nobody by that name takes questions.')).toBeInTheDocument();
  });
});

describe('the sheet to share a question', () => {
  const confession = { id: questionId, title: 'Why?', replyBoostThreshold: 10, boostCount: 0, isRevealed: false };
  const share = (value?: Navigator['share']) =>
    Object.defineProperty(navigator, 'share', { configurable: true, value });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'clipboard');
  });
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Share' }));

  it.each([
    [10, 0, '10 people have to want this'],
    [1, 0, '1 person has to want this'],
    [10, 4, '6 more people have to want this'],
    [10, 10, '1 more person has to want this'],
  ])('a lock of %i boosts with %i given has the title: %s', async (replyBoostThreshold, boostCount, title) => {
    show({ kind: 'share', question: { ...confession, replyBoostThreshold, boostCount } });
    expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
  });

  it('the sheet shows the picture of the link, or the title if the picture is missing', async () => {
    show({ kind: 'share', question: confession });
    const picture = await screen.findByRole('img', { name: 'The picture of your link: Why?' });
    expect(picture).toHaveAttribute('src', `/previews/${questionId}.png?boosts=0`);
    fireEvent.error(picture);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('Why?')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['has no lock', { replyBoostThreshold: 0 }],
    ['has opened', { isRevealed: true }],
  ])('the title of the sheet has no number if the question %s', async (_what, changes) => {
    show({ kind: 'share', question: { ...confession, ...changes } });
    expect(await screen.findByRole('dialog', { name: 'Share this question' })).toBeInTheDocument();
  });

  it('the sheet copies code that embeds the question, with an escaped title', async () => {
    const copied = jest.fn<(words: string) => Promise<void>>(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    const title = '"><script>alert(1)</script> & so on';
    show({ kind: 'share', question: { ...confession, title } });
    fireEvent.click(await screen.findByRole('button', { name: 'Copy embed code' }));
    await expectToast({ title: 'Embed code copied' });
    const page = new DOMParser().parseFromString(copied.mock.calls[0]?.[0] ?? '', 'text/html');
    const [frame, ...others] = page.body.querySelectorAll('*');
    expect(others).toEqual([]);
    expect(frame?.getAttribute('src')).toBe(`http://localhost/embed/questions/${questionId}`);
    expect(frame?.getAttribute('title')).toBe(title);
  });

  it.each([
    ['with its picture where the system takes files', () => true, 200, 1],
    ['without its picture where the system takes no files', () => false, 200, 0],
    ['without its picture if that does not come', () => true, 503, 0],
  ])('the sheet shares the link %s', async (_how, canShare, status, files) => {
    api.answer = () => new Response('png', { status });
    const system = jest.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve());
    share(system);
    Object.defineProperty(navigator, 'canShare', { configurable: true, value: canShare });
    show({ kind: 'share', question: { ...confession, boostCount: 4 } });
    await screen.findByRole('dialog');
    press();
    await waitFor(() => expect(system).toHaveBeenCalledTimes(1));
    const [shared] = system.mock.calls[0] ?? [];
    expect(shared).toMatchObject({ title: 'Why?', url: `http://localhost/question/${questionId}` });
    expect((shared?.files ?? []).map(({ name, type }) => [name, type])).toEqual(
      Array.from({ length: files }, () => ['hearsay.png', 'image/png']),
    );
    if (files > 0) expect(api.reads).toContain(`/previews/${questionId}.png?boosts=4`);
  });

  it("the sheet opens the system's share sheet, and copies nothing if that is closed", async () => {
    const system = jest.fn<(shared: ShareData) => Promise<void>>(() =>
      Promise.reject(new DOMException('closed', 'AbortError')),
    );
    const copied = jest.fn<(words: string) => Promise<void>>(() => Promise.resolve());
    share(system);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    show({ kind: 'share', question: confession });
    await screen.findByRole('dialog');
    await act(async () => press());
    expect(system).toHaveBeenCalledWith({ title: 'Why?', url: `http://localhost/question/${questionId}` });
    expect(copied).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it.each([
    ['there is no such sheet', undefined],
    ['the system refuses', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
  ])('the sheet copies the link if %s', async (_why, value) => {
    const copied = jest.fn<(words: string) => Promise<void>>(() => Promise.resolve());
    share(value);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    show({ kind: 'share', question: confession });
    await screen.findByRole('dialog');
    press();
    await expectToast({ title: 'Link copied' });
    expect(copied).toHaveBeenCalledWith(`http://localhost/question/${questionId}`);
  });
});
