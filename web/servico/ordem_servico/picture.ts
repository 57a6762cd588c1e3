/** Pictures that go with an order: JPEG, no larger than somebody needs to see it. */

const LONGEST_SIDE = 1600
const QUALITY = 0.85

/** A canvas as a JPEG; undefined where the browser cannot make one. */
const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })

/** A photo as it is sent: whatever the phone took, as a JPEG of at most 1600 pixels. What is no picture stays as it is, and the server says so. */
export async function photoOf(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return file
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await jpegOf(canvas)
  return blob === null ? file : new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
}

/** What was drawn, as the base64 of a JPEG. */
export const drawingOf = (canvas: HTMLCanvasElement): string =>
  canvas.toDataURL('image/jpeg', QUALITY).replace(/^[^,]*,/, '')
