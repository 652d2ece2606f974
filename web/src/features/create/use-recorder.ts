import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { blockReloadWhile } from '../../shared/errors/block-reload.ts';
import { loadStoredUser } from '../../shared/session/stored-user.ts';
import { createStore } from '../../shared/store/store.ts';

/** Best format first. The recorder takes the first one that the browser supports. */
const formats = [
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
  { type: 'audio/mp4', ending: 'mp4' },
  { type: 'audio/webm;codecs=opus', ending: 'webm' },
  { type: 'audio/webm', ending: 'webm' },
  { type: 'audio/wav', ending: 'wav' },
] as const;

/** `microphone` without access to it, `error` if recording cannot begin, `failed` if it yields no file. */
export type RecordingProblem = 'microphone' | 'error' | 'failed';

const recordings = createStore(0);
export const isRecording = (): boolean => recordings.get() > 0;
blockReloadWhile(isRecording);

export const useIsRecording = (): boolean => useSyncExternalStore(recordings.subscribe, isRecording);

interface RecorderCalls {
  readonly onRecorded: (file: File, seconds: number) => void;
  readonly onProblem: (problem: RecordingProblem) => void;
}

/** `seconds` and `stream` are null while nothing records. Keeps a recording when its page closes, but not at a sign-out. */
export function useRecorder({ onRecorded, onProblem }: RecorderCalls) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [live, setLive] = useState<MediaStream | null>(null);
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
    let begunAt = 0;
    let endedAt = 0;
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
        setLive(null);
        if (hasFailed || parts.length === 0) calls.current.onProblem('failed');
        else {
          const file = new File(parts, `recording.${format.ending}`, { type: format.type });
          calls.current.onRecorded(file, (endedAt - begunAt) / 1000);
        }
      };
      next.onstop = () => {
        endedAt = performance.now();
        endStream();
        recorder.current = null;
        handOn();
        recordings.set(recordings.get() - 1);
      };
      next.start(1000);
      begunAt = performance.now();
      recordings.set(recordings.get() + 1);
      recorder.current = next;
      setSeconds(0);
      setLive(stream);
    } catch {
      endStream();
      calls.current.onProblem('error');
    }
  };

  return { seconds, stream: live, begin, end: () => release(recorder.current) };
}

function release(recorder: MediaRecorder | null): void {
  if (recorder && recorder.state !== 'inactive') recorder.stop();
}
