import { textLength } from '@hearsay/contracts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { errorId, Field } from '../../shared/ui/field.tsx';
import { useLogin } from './account.mutations.ts';
import { AccountFrame } from './account-frame.tsx';
import { PasswordInput } from './password-input.tsx';

export default function LoginPage() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const login = useLogin();
  const { state } = useLocation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (login.isPending) return;
    if (textLength(username) === 0 || textLength(password) === 0) {
      setMissing(true);
      toast.bad('Missing information', 'Please enter both username and password');
      return;
    }
    setMissing(false);
    try {
      // Where to go from here is the route's own rule: nobody who is signed in stays on this page.
      await login.mutateAsync({ username: username.trim(), password });
      toast.good('Welcome back!');
    } catch {
      toast.bad('Login failed', 'Please check your credentials');
    }
  };

  return (
    <AccountFrame title="Sign in" lead="Pick up where the room left off.">
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field id="username" label="Username" error={isMissing && textLength(username) === 0 ? 'Your username is missing' : null}>
          <input
            id="username"
            value={username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={isMissing && textLength(username) === 0}
            aria-describedby={errorId('username')}
            className="field"
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field id="password" label="Password" error={isMissing && textLength(password) === 0 ? 'Your password is missing' : null}>
          <PasswordInput
            id="password"
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            isInvalid={isMissing && textLength(password) === 0}
            describedBy={errorId('password')}
          />
        </Field>
        <Button type="submit" disabled={login.isPending}>
          {login.isPending ? 'Signing in…' : 'Sign In'}
        </Button>
      </form>
      <p className="mt-6 text-soft">
        New here?{' '}
        <Link to="/register" state={state} className="inline-block py-[11px] font-semibold text-air underline underline-offset-4">
          Create an account
        </Link>
      </p>
    </AccountFrame>
  );
}
