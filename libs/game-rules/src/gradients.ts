export interface GradientPreset {
  readonly name: string;
  readonly classes: string;
  readonly stops: readonly string[];
}

/** Colours of Tailwind 3 by class name. */
const palette: Readonly<Record<string, string>> = {
  'amber-200': '#fde68a',
  'amber-500': '#f59e0b',
  'blue-300': '#93c5fd',
  'blue-400': '#60a5fa',
  'blue-500': '#3b82f6',
  'blue-600': '#2563eb',
  'blue-800': '#1e40af',
  'blue-900': '#1e3a8a',
  'cyan-200': '#a5f3fc',
  'cyan-300': '#67e8f9',
  'cyan-400': '#22d3ee',
  'cyan-700': '#0e7490',
  'emerald-300': '#6ee7b7',
  'emerald-500': '#10b981',
  'fuchsia-500': '#d946ef',
  'gray-300': '#d1d5db',
  'gray-500': '#6b7280',
  'gray-700': '#374151',
  'gray-900': '#111827',
  'green-400': '#4ade80',
  'indigo-600': '#4f46e5',
  'indigo-900': '#312e81',
  'lime-400': '#a3e635',
  'orange-300': '#fdba74',
  'orange-400': '#fb923c',
  'orange-500': '#f97316',
  'pink-400': '#f472b6',
  'pink-500': '#ec4899',
  'purple-300': '#d8b4fe',
  'purple-400': '#c084fc',
  'purple-600': '#9333ea',
  'purple-800': '#6b21a8',
  'red-400': '#f87171',
  'red-500': '#ef4444',
  'red-600': '#dc2626',
  'rose-300': '#fda4af',
  'rose-400': '#fb7185',
  'sky-200': '#bae6fd',
  'slate-900': '#0f172a',
  'teal-300': '#5eead4',
  'teal-400': '#2dd4bf',
  'violet-300': '#c4b5fd',
  'violet-600': '#7c3aed',
  'yellow-300': '#fde047',
  'yellow-400': '#facc15',
};

const preset = (name: string, ...colours: readonly string[]): GradientPreset => {
  const places = colours.length === 3 ? ['from', 'via', 'to'] : ['from', 'to'];
  return {
    name,
    classes: colours.map((colour, index) => `${places[index]}-${colour}`).join(' '),
    stops: colours.map((colour) => palette[colour]!),
  };
};

export const gradientPresets: readonly GradientPreset[] = [
  preset('Purple-Pink', 'purple-400', 'pink-400'),
  preset('Blue-Purple', 'blue-400', 'purple-400'),
  preset('Green-Blue', 'green-400', 'blue-400'),
  preset('Orange-Red', 'orange-400', 'red-400'),
  preset('Cyber Pink', 'pink-500', 'fuchsia-500'),
  preset('Electric Blue', 'cyan-400', 'blue-600'),
  preset('Neon Green', 'lime-400', 'emerald-500'),
  preset('Sunset Orange', 'orange-500', 'pink-500'),
  preset('Dark Purple', 'purple-800', 'indigo-900'),
  preset('Midnight Blue', 'blue-900', 'slate-900'),
  preset('Galaxy', 'indigo-900', 'purple-600'),
  preset('Deep Ocean', 'blue-800', 'cyan-700'),
  preset('Rose Gold', 'rose-300', 'amber-200'),
  preset('Fire', 'red-600', 'amber-500'),
  preset('Coral Reef', 'rose-400', 'teal-300'),
  preset('Sunset Glow', 'yellow-400', 'rose-400'),
  preset('Arctic', 'sky-200', 'teal-400'),
  preset('Ice Blue', 'cyan-200', 'blue-300'),
  preset('Mint Fresh', 'emerald-300', 'cyan-300'),
  preset('Lavender', 'violet-300', 'purple-300'),
  preset('Rainbow', 'red-500', 'yellow-300', 'blue-500'),
  preset('Prism', 'fuchsia-500', 'cyan-400'),
  preset('Aurora', 'teal-400', 'violet-600'),
  preset('Cosmic', 'indigo-600', 'orange-300'),
  preset('Shadow', 'gray-700', 'gray-900'),
  preset('Silver', 'gray-300', 'gray-500'),
];

export const defaultGradient = 'from-purple-400 to-pink-400';

export const isGradientPreset = (classes: string): boolean =>
  gradientPresets.some((known) => known.classes === classes);
