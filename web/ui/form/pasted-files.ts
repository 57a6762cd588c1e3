import { useEffect, useEffectEvent, type RefObject } from 'react'
import { toast } from '../../app/toasts'

/** Of a picture that is drawn anew as JPEG. */
const QUALITY = 0.92

/** What a screen was copied as comes as PNG, which attachments are not: it is drawn anew as a JPEG, on white. Other files stay as they are. */
async function asTaken(file: File): Promise<File> {
  if (file.type !== 'image/png') return file
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')
  if (pen === null) return file
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(picture, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  return new File([blob], file.name.replace(/(\.png)?$/i, '.jpg'), { type: 'image/jpeg' })
}

/** Takes files that are pasted in the dialog of an area, while the area is what is seen there. */
export function usePastedFiles(area: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(async (files: readonly File[]) => {
    try {
      onFiles(await Promise.all(files.map(asTaken)))
    } catch (error) {
      toast.error(error, 'Não foi possível colar o arquivo')
    }
  })
  useEffect(() => {
    const pasted = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])]
      const { current } = area
      if (files.length === 0 || current?.checkVisibility({ visibilityProperty: true }) !== true) return
      const dialog = current.closest('dialog')
      if (
        dialog !== null &&
        event.target instanceof Node &&
        event.target !== document.body &&
        !dialog.contains(event.target)
      )
        return
      event.preventDefault()
      void take(files)
    }
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  }, [area])
}
