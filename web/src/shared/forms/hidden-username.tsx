export const HiddenUsername = ({ username }: { username: string }) => (
  <input hidden readOnly autoComplete="username" value={username} />
);
