import { useState, type ReactElement } from 'react'
import { Button } from '../../ui/button'
import { useCamera } from '../../ui/camera'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/pieces'

interface CameraProps {
  readonly onTaken: (file: File) => void
  readonly onClose: () => void
}

/** Takes a photograph of a product with the camera of the telephone or the computer. */
export function CameraDialog({ onTaken, onClose }: CameraProps): ReactElement {
  const { video, fault } = useCamera('escolha um arquivo.')
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
