import { limits, textLength } from '@hearsay/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { errorId, Field } from '../../shared/ui/field.tsx';
import { useRegister } from './account.mutations.ts';
import { AccountFrame } from './account-frame.tsx';
import { PasswordInput } from './password-input.tsx';

interface Problems {
  readonly username: string | null;
  readonly password: string | null;
}

const none: Problems = { username: null, password: null };

const problemsOf = (username: string, password: string): Problems => ({
  username:
    textLength(username) === 0
      ? 'Username required'
      : textLength(username) < limits.username.min
        ? 'Username must be at least 3 characters long'
        : null,
  password:
    password.length === 0
      ? 'Password required'
      : password.length < limits.password.min
        ? 'Password must be at least 6 characters long'
        : null,
});

export default function RegisterPage() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState(none);
  const register = useRegister();
  const { state } = useLocation();
  const act = useRef({ words: '', key: '' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (register.isPending) return;
    const found = problemsOf(username, password);
    setProblems(found);
    if (found.username || found.password) {
      document.getElementById(found.username ? 'username' : 'password')?.focus();
      return;
    }
    const words = `${username.trim()} ${password}`;
    if (act.current.words !== words) act.current = { words, key: newIdempotencyKey() };
    try {
      await register.mutateAsync({ username: username.trim(), password, isCreator: false, idempotencyKey: act.current.key });
      toast.good('Account created!');
    } catch {
      toast.bad('Registration failed', 'Username might already be taken');
    }
  };

  return (
    <AccountFrame title="Join in" lead="A name and a password, nothing else.">
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field id="username" label="Username" error={problems.username}>
          <input
            id="username"
            value={username}
            maxLength={limits.username.max}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={problems.username !== null}
            aria-describedby={errorId('username')}
            className="field"
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field id="password" label="Password" error={problems.password}>
          <PasswordInput
            id="password"
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            isInvalid={problems.password !== null}
            describedBy={errorId('password')}
          />
        </Field>
        <Button type="submit" disabled={register.isPending}>
          {register.isPending ? 'Creating…' : 'Create account'}
        </Button>
      </form>
      <p className="mt-6 text-soft">
        Been here before?{' '}
        <Link to="/login" state={state} className="inline-block py-[11px] font-semibold text-air underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </AccountFrame>
  );
}
