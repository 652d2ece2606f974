import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../api/api-client.ts';
import { PasswordField, TextAreaField, TextField } from './fields.tsx';
import { useForm } from './use-form.ts';

const empty = { title: '', words: '', secret: '', isLoud: false };
type Sent = typeof empty;

interface SubjectProps {
  readonly send: (values: Sent, key: string) => Promise<unknown>;
  readonly draft?: string;
}

const onFailed = jest.fn();

function Subject({ send, draft }: SubjectProps) {
  const form = useForm({
    initial: empty,
    draft,
    check: ({ title }) => ({ title: title.trim() === '' ? 'A title, please' : null }),
    send,
    onFailed,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <TextField form={form} name="title" label="Title" limit={5} clean={(text) => text.replaceAll('x', '')} />
      <TextAreaField form={form} name="words" label="Words" />
      <PasswordField form={form} name="secret" label="Secret" autoComplete="new-password" />
      <button type="submit">{form.isSending ? 'Sending' : 'Send'}</button>
    </form>
  );
}

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: /^Send/ }));
const refusal = (fields: object) =>
  new ApiError(400, JSON.stringify({ error: 'No', code: 'invalid_input', fields, requestId: 'r' }));

beforeEach(() => {
  onFailed.mockClear();
});

it('a form shows problems at their fields, and focuses the first', () => {
  const send = jest.fn<SubjectProps['send']>();
  render(<Subject send={send} />);
  expect(screen.queryByText('A title, please')).toBeNull();
  submit();
  expect(screen.getByText('A title, please')).toBeInTheDocument();
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveAttribute('aria-invalid', 'true');
  write('Title', 'Now');
  expect(screen.queryByText('A title, please')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('a form counts lengths like the server, and keeps text that is too long', () => {
  render(<Subject send={async () => undefined} />);
  write('Title', '  loxng title ');
  expect(screen.getByLabelText('Title')).toHaveValue('  long title ');
  expect(screen.getByText('10 / 5')).toBeInTheDocument();
});

it('a form is sent once for many clicks, and keeps its key until its words change', async () => {
  const attempts: { key: string; fail: (error: Error) => void }[] = [];
  const send = jest.fn<SubjectProps['send']>((_values, key) => new Promise((_, fail) => attempts.push({ key, fail })));
  render(<Subject send={send} />);
  write('Title', 'One');
  submit();
  submit();
  expect(attempts).toHaveLength(1);
  attempts[0]?.fail(new Error('away'));
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1));
  expect(screen.getByLabelText('Title')).toHaveValue('One');
  submit();
  expect(attempts[1]?.key).toBe(attempts[0]?.key);
  attempts[1]?.fail(new Error('away'));
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(2));
  write('Title', 'Two');
  submit();
  expect(attempts[2]?.key).not.toBe(attempts[0]?.key);
});

it('a form that is closed while sending and opened again keeps its key', async () => {
  const keys: string[] = [];
  let take: () => void = () => undefined;
  const send = (_values: Sent, key: string) => {
    keys.push(key);
    return new Promise<void>((resolve) => {
      take = resolve;
    });
  };
  const first = render(<Subject send={send} draft="form" />);
  write('Title', 'One');
  submit();
  first.unmount();
  const second = render(<Subject send={send} draft="form" />);
  submit();
  expect(keys[1]).toBe(keys[0]);
  take();
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  second.unmount();
  render(<Subject send={send} draft="form" />);
  write('Title', 'One');
  submit();
  expect(keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[0]);
});

it("a form shows the server's message at its field until the field changes", async () => {
  render(<Subject send={() => Promise.reject(refusal({ words: 'Too loud', unknown: 'no field of ours' }))} />);
  write('Title', 'One');
  submit();
  expect(await screen.findByText('Too loud')).toBeInTheDocument();
  expect(screen.getByLabelText('Words')).toHaveFocus();
  expect(screen.queryByText('no field of ours')).toBeNull();
  write('Words', 'quieter');
  expect(screen.queryByText('Too loud')).toBeNull();
});

it('a draft is kept until it is sent, and restored as far as it still fits', async () => {
  localStorage.setItem('draft:form', JSON.stringify({ title: 'Begun', words: 7, gone: 'x' }));
  const { unmount } = render(<Subject send={async () => undefined} draft="form" />);
  expect(screen.getByLabelText('Title')).toHaveValue('Begun');
  expect(screen.getByLabelText('Words')).toHaveValue('');
  write('Words', 'more');
  unmount();
  render(<Subject send={async () => undefined} draft="form" />);
  expect(screen.getByLabelText('Words')).toHaveValue('more');
  submit();
  await waitFor(() => expect(localStorage.getItem('draft:form')).toBeNull());
});

it('a form shows a password on demand', () => {
  render(<Subject send={async () => undefined} />);
  expect(screen.getByLabelText('Secret')).toHaveAttribute('type', 'password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Secret')).toHaveAttribute('type', 'text');
});
