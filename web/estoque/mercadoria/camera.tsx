import { useEffect, useRef, useState, type ReactElement } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/pieces'

const REFUSED = 'O navegador não deu acesso à câmera. Permita o acesso na barra de endereço, ou escolha um arquivo.'
const MISSING = 'Não há câmera, ou o endereço não é seguro (https). Escolha um arquivo.'

interface CameraProps {
  readonly onTaken: (file: File) => void
  readonly onClose: () => void
}

/** What the camera sees; why there is nothing to see, in words. */
function useCamera(): { readonly video: React.RefObject<HTMLVideoElement | null>; readonly fault: string | null } {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let [stream, gone]: [MediaStream | undefined, boolean] = [undefined, false]
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    const start = async (): Promise<void> => {
      // Browsers leave it out where a page did not come by https.
      const devices: MediaDevices | undefined = navigator.mediaDevices
      if (devices === undefined) return setFault(MISSING)
      try {
        stream = await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 } } })
        if (gone) stop()
        else if (video.current) video.current.srcObject = stream
      } catch (error) {
        setFault(error instanceof DOMException && error.name === 'NotAllowedError' ? REFUSED : MISSING)
      }
    }
    void start()
    return () => {
      gone = true
      stop()
    }
  }, [])
  return { video, fault }
}

/** Takes a photograph of a product with the camera of the telephone or the computer. */
export function CameraDialog({ onTaken, onClose }: CameraProps): ReactElement {
  const { video, fault } = useCamera()
  const [ready, setReady] = useState(false)
  const take = (): void => {
    const seen = video.current
    if (seen === null) return
    const canvas = document.createElement('canvas')
    canvas.width = seen.videoWidth
    canvas.height = seen.videoHeight
    canvas.getContext('2d')?.drawImage(seen, 0, 0)
    canvas.toBlob(
      (blob) => {
        if (blob !== null) onTaken(new File([blob], `foto-${Date.now()}.jpg`, { type: 'image/jpeg' }))
        onClose()
      },
      'image/jpeg',
      0.92,
    )
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" focusFirst disabled={!ready} onClick={take}>
        Fotografar
      </Button>
    </>
  )
  return (
    <Dialog title="Fotografar a mercadoria" size="md" onClose={onClose} footer={footer}>
      <div className="dialog-body">
        {fault === null ? (
          <video
            ref={video}
            className="camera"
            autoPlay
            muted
            playsInline
            aria-label="O que a câmera vê"
            onLoadedData={() => setReady(true)}
          />
        ) : (
          <EmptyState text={fault} />
        )}
      </div>
    </Dialog>
  )
}
