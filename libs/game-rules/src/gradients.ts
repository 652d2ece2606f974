/** The gradient of everybody who has not chosen another one. */
export const defaultGradient = 'from-purple-400 to-pink-400';
