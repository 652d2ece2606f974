import type { Aura } from '@hearsay/contracts';

/** How somebody has made themself at home. */
export interface SeedProfile {
  readonly key: string;
  /** Name of a preset of the game rules. */
  readonly gradient?: string;
  readonly aura?: Aura;
  /** For ambassadors and spotlights. */
  readonly link?: string;
  readonly whoMayAsk?: 'everyone' | 'signed-in' | 'following' | 'nobody';
  readonly hidesActivity?: true;
}

export const profiles: readonly SeedProfile[] = [
  { key: 'ines', gradient: 'Deep Ocean', aura: 'spotlight', link: 'https://lampenraum.example/episodes' },
  { key: 'theo', gradient: 'Midnight Blue', aura: 'golden-crown', link: 'https://theo.example' },
  { key: 'salma', gradient: 'Lavender', aura: 'ambassador', link: 'https://readingroom.example/chairs' },
  { key: 'maya', gradient: 'Sunset Glow' },
  { key: 'arthur', gradient: 'Silver', aura: 'divine-mastery', whoMayAsk: 'signed-in' },
  { key: 'ruth', gradient: 'Aurora', aura: 'love-aura' },
  { key: 'amara', gradient: 'Rose Gold', aura: 'love-aura' },
  { key: 'diego', gradient: 'Coral Reef', aura: 'glitch-frame' },
  { key: 'kofi', gradient: 'Fire', aura: 'shadow-flame' },
  { key: 'priya', gradient: 'Cyber Pink', aura: 'neon-glow' },
  { key: 'luca', gradient: 'Orange-Red', aura: 'neon-glow', whoMayAsk: 'following' },
  { key: 'hanna', gradient: 'Mint Fresh' },
  { key: 'yuki', gradient: 'Ice Blue', whoMayAsk: 'nobody' },
  { key: 'omar', gradient: 'Sunset Orange' },
  { key: 'felix', gradient: 'Neon Green' },
  { key: 'lena', gradient: 'Prism' },
  { key: 'wren', gradient: 'Arctic' },
  { key: 'eve', gradient: 'Shadow', hidesActivity: true },
];
