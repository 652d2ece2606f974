import { useEffect, useRef, useState } from 'react';
import { keepPageWhile } from '../../shared/errors/kept-page.ts';
import { loadStoredUser } from '../../shared/session/stored-user.ts';

/** Best format first. The recorder takes the first one that the browser supports. */
const formats = [
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
  { type: 'audio/mp4', ending: 'mp4' },
  { type: 'audio/webm;codecs=opus', ending: 'webm' },
  { type: 'audio/webm', ending: 'webm' },
  { type: 'audio/wav', ending: 'wav' },
] as const;

export type RecordingProblem = 'microphone' | 'error' | 'failed';

let recordings = 0;
export const isRecording = (): boolean => recordings > 0;
keepPageWhile(isRecording);

interface RecorderCalls {
  readonly onRecorded: (file: File) => void;
  readonly onProblem: (problem: RecordingProblem) => void;
}

/** `seconds` is null unless it records. A recording is kept when the user leaves the page, not at a sign-out. */
export function useRecorder({ onRecorded, onProblem }: RecorderCalls) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);
  const isAsking = useRef(false);
  const isGone = useRef(false);
  const calls = useRef({ onRecorded, onProblem });
  calls.current = { onRecorded, onProblem };

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      release(recorder.current);
    };
  }, []);

  const isRecording = seconds !== null;
  useEffect(() => {
    if (!isRecording) return;
    const begun = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - begun) / 1000), 250);
    return () => clearInterval(timer);
  }, [isRecording]);

  const begin = async () => {
    if (recorder.current || isAsking.current) return;
    isAsking.current = true;
    const stream = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => null);
    isAsking.current = false;
    if (!stream) {
      calls.current.onProblem('microphone');
      return;
    }
    const endStream = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (isGone.current) {
      endStream();
      return;
    }
    const format =
      typeof MediaRecorder === 'undefined'
        ? undefined
        : formats.find(({ type }) => MediaRecorder.isTypeSupported(type));
    const parts: Blob[] = [];
    let hasFailed = false;
    try {
      if (!format) throw new Error('This browser records no format that the server takes');
      const next = new MediaRecorder(stream, { mimeType: format.type });
      next.ondataavailable = ({ data }) => data.size > 0 && parts.push(data);
      next.onerror = () => {
        hasFailed = true;
        if (next.state !== 'inactive') next.stop();
      };
      const handOn = () => {
        if (isGone.current && (parts.length === 0 || loadStoredUser() === null)) return;
        setSeconds(null);
        if (hasFailed || parts.length === 0) calls.current.onProblem('failed');
        else calls.current.onRecorded(new File(parts, `recording.${format.ending}`, { type: format.type }));
      };
      next.onstop = () => {
        endStream();
        recorder.current = null;
        handOn();
        recordings -= 1;
      };
      next.start(1000);
      recordings += 1;
      recorder.current = next;
      setSeconds(0);
    } catch {
      endStream();
      calls.current.onProblem('error');
    }
  };

  return { seconds, begin, end: () => release(recorder.current) };
}

function release(recorder: MediaRecorder | null): void {
  if (recorder && recorder.state !== 'inactive') recorder.stop();
}
