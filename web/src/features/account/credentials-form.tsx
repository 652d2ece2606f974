import { Link, useLocation } from 'react-router';
import { PasswordField, TextField } from '../../shared/forms/fields.tsx';
import { nextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import type { Form } from '../../shared/forms/use-form.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { Bars } from '../../shared/ui/bars.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { WindowTitle } from '../../shared/ui/states.tsx';

export function AccountFrame({ title, lead, children }: { title: string; lead: string; children: Elements }) {
  return (
    <div className="px-4 pt-10 pb-16">
      <WindowTitle>{frameTexts.windowTitle(title)}</WindowTitle>
      <Bars size={52} className="-ml-1 text-air" />
      <h1 className="mt-5 text-[min(2.125rem,15vw)] font-extrabold [font-stretch:86%]">{title}</h1>
      <p className="mt-1 mb-7 text-soft">{lead}</p>
      {children}
    </div>
  );
}

interface CredentialsFormProps {
  readonly form: Form<{ username: string; password: string }>;
  readonly texts: Readonly<Record<'title' | 'lead' | 'submit' | 'sending', string>>;
  readonly passwordIs: 'current-password' | 'new-password';
  readonly otherPage: { readonly question: string; readonly to: string; readonly name: string };
}

export function CredentialsForm({ form, texts, passwordIs, otherPage }: CredentialsFormProps) {
  const { state } = useLocation();
  return (
    <AccountFrame title={texts.title} lead={texts.lead}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextField
          form={form}
          name="username"
          label={accountTexts.username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          onKeyDown={nextOnEnter}
        />
        <PasswordField
          form={form}
          name="password"
          label={accountTexts.password}
          autoComplete={passwordIs}
          enterKeyHint="go"
        />
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? texts.sending : texts.submit}
        </Button>
      </form>
      <p className="mt-6 text-soft">
        <span>{`${otherPage.question} `}</span>
        <Link
          to={otherPage.to}
          state={state}
          className="inline-block py-[11px] font-semibold text-air underline underline-offset-4"
        >
          {otherPage.name}
        </Link>
      </p>
    </AccountFrame>
  );
}
