import UploadBar from '../features/create/upload-bar.tsx';
import { PlayerHost } from '../shared/player/player-host.tsx';

export default function LastingBars() {
  return (
    <>
      <PlayerHost />
      <UploadBar />
    </>
  );
}
