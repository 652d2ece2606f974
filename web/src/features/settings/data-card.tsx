import { settingsTexts } from '../../shared/texts/settings.ts';
import { DownloadButton } from '../../shared/ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.data;

/** Taking along all that is one's own: the browser saves it as it comes, so that its length does not matter. */
export function DataCard({ userId }: { userId: string }) {
  return (
    <SettingsCard title={texts.title}>
      <p className="text-soft">{texts.explanation}</p>
      <DownloadButton weight="quiet" href={`/api/users/${userId}/export`}>
        {texts.download}
      </DownloadButton>
    </SettingsCard>
  );
}
