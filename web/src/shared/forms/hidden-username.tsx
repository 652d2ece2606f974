/** Tells password managers whose password a form holds. */
export const HiddenUsername = ({ username }: { username: string }) => (
  <input hidden readOnly autoComplete="username" value={username} />
);
