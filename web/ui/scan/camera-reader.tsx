import { useEffect, useEffectEvent, useState, type ReactElement, type RefObject } from 'react'
import { useCamera } from '../camera'
import { EmptyState } from '../pieces'
import { Sightings } from './sightings'

/** From the end of one look to the next, in milliseconds. */
const LOOK_MS = 80
const INSTEAD = 'leia com o leitor ou digite o código.'
/** Pictures are read at this width at most: codes that a hand holds to a camera are large in them. */
const WIDEST = 1_280

export interface CameraReaderProps {
  readonly onCode: (code: string) => void
  /** What is in sight meanwhile is not read, not even later. */
  readonly paused: boolean
}

/** What a video shows now; null before it shows anything. */
function pictureOf(video: HTMLVideoElement | null, canvas: HTMLCanvasElement): ImageData | null {
  if (video === null || video.videoWidth === 0) return null
  const scale = Math.min(1, WIDEST / video.videoWidth)
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}

/** Looks again and again; answers that the reader itself did not come. */
function useLooking(video: RefObject<HTMLVideoElement | null>, onSeen: (codes: readonly string[]) => void): boolean {
  const [failed, setFailed] = useState(false)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const canvas = document.createElement('canvas')
    const look = async (): Promise<void> => {
      const { codesOf } = await import('./decode')
      while (!signal.aborted) {
        const picture = pictureOf(video.current, canvas)
        const codes = picture === null ? [] : await codesOf(picture)
        if (signal.aborted) return
        seen(codes)
        await new Promise((later) => setTimeout(later, LOOK_MS))
      }
    }
    look().catch(() => setFailed(true))
    return () => left.abort()
  }, [video])
  return failed
}

/** The camera in place of a scanner: what is held to it is read once. */
export function CameraReader({ onCode, paused }: CameraReaderProps): ReactElement {
  const { video, fault } = useCamera(INSTEAD)
  const [sightings] = useState(() => new Sightings())
  const failed = useLooking(video, (codes) => {
    for (const code of sightings.see(codes, performance.now())) if (!paused) onCode(code)
  })
  const why = failed ? `O que lê pela câmera não foi carregado: ${INSTEAD}` : fault
  if (why !== null) return <EmptyState text={why} />
  return <video ref={video} className="scan-camera" autoPlay muted playsInline aria-label="O que a câmera vê" />
}
