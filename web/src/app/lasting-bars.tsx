import UploadBar from '../features/create/upload-bar.tsx';
import { PlayerHost } from '../shared/player/player-host.tsx';

/** What goes on while one walks through the app: what one listens to, and a file on its way. It ends with the session. */
export default function LastingBars() {
  return (
    <>
      <PlayerHost />
      <UploadBar />
    </>
  );
}
