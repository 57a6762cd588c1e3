import { useEffect, useRef, useState, type RefObject } from 'react'

const REFUSED = 'O navegador não deu acesso à câmera. Permita o acesso na barra de endereço, ou'
const MISSING = 'Não há câmera, ou o endereço não é seguro (https):'

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>
  /** Why there is nothing to see, in words. */
  readonly fault: string | null
}

/** What the camera at the back of a telephone sees, or that of a computer, for as long as it is mounted. `instead` says what to do without one. */
export function useCamera(instead: string): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let [stream, gone]: [MediaStream | undefined, boolean] = [undefined, false]
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    const start = async (): Promise<void> => {
      // Browsers leave it out where a page did not come by https.
      const devices: MediaDevices | undefined = navigator.mediaDevices
      if (devices === undefined) return setFault(`${MISSING} ${instead}`)
      try {
        stream = await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 } } })
        if (gone) stop()
        else if (video.current) video.current.srcObject = stream
      } catch (error) {
        const refused = error instanceof DOMException && error.name === 'NotAllowedError'
        setFault(`${refused ? REFUSED : MISSING} ${instead}`)
      }
    }
    void start()
    return () => {
      gone = true
      stop()
    }
  }, [instead])
  return { video, fault }
}
