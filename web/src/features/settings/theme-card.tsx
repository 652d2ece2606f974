import { settingsTexts } from '../../shared/texts/settings.ts';
import { chooseTheme, themes, useTheme } from '../../shared/theme/theme.ts';
import { Choices } from '../../shared/ui/choices.tsx';
import { SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.theme;

export function ThemeCard() {
  const theme = useTheme();
  return (
    <SettingsCard title={texts.title}>
      <Choices
        legend={texts.title}
        isLegendHidden
        name="theme"
        choices={themes.map((value) => ({ value, label: texts[value] }))}
        chosen={theme}
        onChoose={chooseTheme}
      />
    </SettingsCard>
  );
}
